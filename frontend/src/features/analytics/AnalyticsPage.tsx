import {
  useGetActivityAnalyticsQuery,
  useGetSecurityAnalyticsQuery,
  useGetSystemAnalyticsQuery,
} from '@/api/analytics';
import { Grid, Stack } from '@/components/Layout';
import { PageHeader, PlaceLink } from '@/components/PageHeader';
import { useIsPhone } from '@/components/useMedia';
import { formatTime } from '@/lib/dates';
import { paths } from '@/lib/paths';
import { useStatusLine } from '@/state/hooks';
import { ActivityPanel, SecurityPanel, SystemPanel } from './Panels';
import { SeriesFrame, SystemFrame } from './SeriesFrame';
import { reads, signIns, submissions } from './analytics';
import { useCatchUp, usePolling } from './useRefreshed';

/** How the terminal is used: figures of all time, and plots of the last hours and days. */
export function AnalyticsPage() {
  const polling = usePolling();
  const security = useGetSecurityAnalyticsQuery(undefined, polling);
  const system = useGetSystemAnalyticsQuery(undefined, polling);
  const activity = useGetActivityAnalyticsQuery(undefined, polling);
  useCatchUp(security);
  useCatchUp(system);
  useCatchUp(activity);

  // There is no room for it on a phone.
  const readAt = useIsPhone() ? undefined : security.fulfilledTimeStamp;
  useStatusLine('WATCH', readAt === undefined ? null : `read ${formatTime(new Date(readAt).toISOString())}`);

  return (
    <>
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
          <SeriesFrame shown={signIns} />
          <SystemFrame />
          <SeriesFrame shown={submissions} />
          <SeriesFrame shown={reads} />
        </Grid>
      </Stack>
    </>
  );
}
