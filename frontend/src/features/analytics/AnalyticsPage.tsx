import { useState } from 'react';
import {
  useGetActivityAnalyticsQuery,
  useGetSecurityAnalyticsQuery,
  useGetSystemAnalyticsQuery,
} from '@/api/analytics';
import { api } from '@/api/endpoints';
import { Grid, Stack } from '@/components/Layout';
import { PageHeader, PlaceLink } from '@/components/PageHeader';
import { useIsPhone } from '@/components/useMedia';
import { watchKeys } from '@/keyboard/keys';
import { byPerson } from '@/lib/activity';
import { formatTime } from '@/lib/dates';
import { paths } from '@/lib/paths';
import { useAppDispatch, useStatusLine } from '@/state/hooks';
import { useKey } from '@/state/useKey';
import { useNow } from '@/state/useNow';
import { ActivityPanel, SecurityPanel, SystemPanel } from './Panels';
import { SeriesFrame, SystemFrame } from './SeriesFrame';
import { analyticsPolling, reads, signIns, submissions } from './analytics';
import { useAnalyticsPolling, useCatchUp } from './useRefreshed';

interface ReadLineProps {
  /** Time of the response. */
  readonly at: number | undefined;
  /** Whether the numbers are polled. */
  readonly polls: boolean;
}

/** Shows the age of the numbers in the status bar. A component of its own, because it renders every second. */
function ReadLine({ at, polls }: ReadLineProps) {
  const now = useNow(1000);
  // There is no room for it on a phone.
  const isHidden = useIsPhone() || at === undefined;
  const left = Math.max(0, Math.ceil(((at ?? 0) + analyticsPolling - now) / 1000));
  const read = `read ${formatTime(new Date(at ?? 0).toISOString())}`;
  useStatusLine(
    'WATCH',
    isHidden ? null : polls ? `${read}, again in ${left} s` : read,
    'u refresh, t tables',
  );
  return null;
}

/** Usage statistics: totals of all time, and plots of the last hours and days. */
export function AnalyticsPage() {
  const polling = useAnalyticsPolling();
  const security = useGetSecurityAnalyticsQuery(undefined, polling);
  const system = useGetSystemAnalyticsQuery(undefined, polling);
  const activity = useGetActivityAnalyticsQuery(undefined, polling);
  useCatchUp(security);
  useCatchUp(system);
  useCatchUp(activity);

  const dispatch = useAppDispatch();
  const [tables, setTables] = useState({ turn: 0, shown: false });
  useKey(watchKeys.refresh, () => {
    byPerson(() => dispatch(api.util.invalidateTags(['Analytics'])));
  });
  useKey(watchKeys.tables, () => setTables(({ turn, shown }) => ({ turn: turn + 1, shown: !shown })));

  return (
    <>
      <ReadLine at={security.fulfilledTimeStamp} polls={polling.pollingInterval > 0} />
      <PageHeader
        title="Analytics"
        subtitle="Data refreshes every 30 seconds"
        actions={<PlaceLink to={paths.admin}>Control panel</PlaceLink>}
      />
      <Stack gap="xl">
        <Grid columns="repeat(3, minmax(0, 1fr))" align="stretch" collapse="wide">
          <SecurityPanel query={security} />
          <SystemPanel query={system} />
          <ActivityPanel query={activity} />
        </Grid>
        <Grid columns="repeat(2, minmax(0, 1fr))" align="stretch">
          <SeriesFrame shown={signIns} tables={tables} />
          <SystemFrame tables={tables} />
          <SeriesFrame shown={submissions} tables={tables} />
          <SeriesFrame shown={reads} tables={tables} />
        </Grid>
      </Stack>
    </>
  );
}
