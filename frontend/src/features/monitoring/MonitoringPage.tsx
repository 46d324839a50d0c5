import { useCallback, useState } from 'react';
import {
  useGetSecuritySummaryQuery,
  useListLockedNamesQuery,
  useListRecentLoginsQuery,
  useListSuspiciousLoginsQuery,
  useSessionPagesInfiniteQuery,
} from '@/api/security';
import { Button } from '@/components/Button';
import { KeyCap } from '@/components/Kbd';
import { Grid, Stack } from '@/components/Layout';
import { Loaded } from '@/components/Loaded';
import { PageHeader, PlaceLink } from '@/components/PageHeader';
import { useIsPhone } from '@/components/useMedia';
import { watchKeys } from '@/keyboard/keys';
import { byPerson } from '@/lib/activity';
import { formatTime } from '@/lib/dates';
import { paths } from '@/lib/paths';
import { useStatusLine } from '@/state/hooks';
import { useKey } from '@/state/useKey';
import { useRowKeys } from '@/state/useRowKeys';
import { RecentLogins, SuspiciousActivity } from './Attempts';
import { LockedOut } from './LockedOut';
import { attemptsShown, tilesOf } from './monitoring';
import { Sessions } from './Sessions';
import { Tiles } from './Tiles.style';
import { useLockEnds } from './useLockEnds';

/** Sign-ins and active sessions of the last day. Announcements refresh the page. */
export function MonitoringPage() {
  const summary = useGetSecuritySummaryQuery();
  const suspicious = useListSuspiciousLoginsQuery(attemptsShown);
  const recent = useListRecentLoginsQuery(attemptsShown);
  const sessions = useSessionPagesInfiniteQuery(undefined);
  const locked = useListLockedNamesQuery();
  const queries = [summary, suspicious, recent, sessions, locked];
  const [asked, setAsked] = useState(false);
  const isFetching = queries.some((query) => query.isFetching);

  const refresh = useCallback(() => {
    setAsked(true);
    void Promise.all([
      summary.refetch(),
      suspicious.refetch(),
      recent.refetch(),
      sessions.refetch(),
      locked.refetch(),
    ]).finally(() => setAsked(false));
  }, [locked, recent, sessions, summary, suspicious]);
  useKey(watchKeys.refresh, () => byPerson(refresh));
  useRowKeys();
  useLockEnds(locked, () => {
    void locked.refetch();
    void summary.refetch();
  });

  // There is no room for it on a phone.
  const readAt = useIsPhone() ? undefined : recent.fulfilledTimeStamp;
  useStatusLine(
    'WATCH',
    readAt === undefined ? null : `read ${formatTime(new Date(readAt).toISOString())}`,
    'j k row, u refresh, ! alerts',
  );

  return (
    <>
      <PageHeader
        title="Security monitoring"
        subtitle="Last 24 hours"
        more={
          <>
            <PlaceLink to={paths.mail}>Mail</PlaceLink>
            <PlaceLink to={paths.admin}>Return to admin</PlaceLink>
          </>
        }
        actions={
          <Button busy={asked && isFetching} onClick={refresh}>
            Refresh data <KeyCap>{watchKeys.refresh}</KeyCap>
          </Button>
        }
      />
      <Loaded query={summary} what="counters" label="READING COUNTERS">
        {(data) => <Tiles tiles={tilesOf(data)} />}
      </Loaded>
      <Grid columns="minmax(0, 1.5fr) minmax(0, 1fr)">
        <Stack gap="xl">
          <SuspiciousActivity query={suspicious} />
          <LockedOut names={locked.data ?? []} />
          <RecentLogins query={recent} />
        </Stack>
        <Sessions />
      </Grid>
    </>
  );
}
