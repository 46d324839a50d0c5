import { useEndOwnSessionMutation, useListOwnSessionsQuery } from '@/api/account';
import type { OwnSession } from '@/api/types';
import { Button } from '@/components/Button';
import { useConfirm } from '@/components/dialog/ConfirmDialog';
import { Frame } from '@/components/Frame';
import { Table, type Column } from '@/components/list/Table';
import { Loaded } from '@/components/Loaded';
import { Text } from '@/components/Text';
import { cutTip, tip } from '@/components/tips';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { formatAgo } from '@/lib/ago';
import { formatMoment } from '@/lib/dates';
import { browserName } from '@/lib/userAgent';
import { useNow } from '@/state/useNow';
import { usePolling } from '@/state/usePolling';

/** Interval at which the list is polled and its times are updated, in milliseconds. */
const minute = 60_000;

/** The browsers that are signed in to the account, each with a button that signs it out. */
export function SessionsPanel() {
  const sessions = useListOwnSessionsQuery(undefined, usePolling(minute));
  const count = sessions.data?.length;
  return (
    <Frame caption={count === undefined ? 'Your sessions' : `Your sessions (${count})`}>
      <Loaded query={sessions} what="sessions" label="RETRIEVING SESSIONS">
        {(all) => <SessionTable sessions={all} />}
      </Loaded>
    </Frame>
  );
}

function SessionTable({ sessions }: { readonly sessions: readonly OwnSession[] }) {
  const now = useNow(minute);
  const [endSession] = useEndOwnSessionMutation();
  const [ask, question] = useConfirm((session: OwnSession) => ({
    title: 'End session',
    description: `${nameOf(session)} is signed out immediately.`,
    confirmLabel: 'End',
    danger: true,
    onConfirm: () => endSession(session.id),
  }));
  const columns: readonly Column<OwnSession>[] = [
    {
      key: 'browser',
      head: 'Browser',
      cell: ({ userAgent }) => (
        <Text size="dense" tone="bright" {...tip(userAgent)}>
          {browserName(userAgent)}
        </Text>
      ),
    },
    {
      key: 'address',
      head: 'Address',
      cell: ({ ipAddress }) => <span {...cutTip()}>{ipAddress ?? 'UNKNOWN'}</span>,
    },
    {
      key: 'activity',
      head: 'Last activity',
      nowrap: true,
      cell: ({ lastActivity }) => (
        <time dateTime={lastActivity} {...tip(formatMoment(lastActivity))}>
          {formatAgo(lastActivity, now)}
        </time>
      ),
    },
    {
      key: 'end',
      head: 'Action',
      cell: (session) =>
        session.current ? (
          <Text size="dense" tone="ok">
            THIS ONE
          </Text>
        ) : (
          <Button size="sm" variant="danger" onClick={() => ask(session)}>
            End
            <VisuallyHidden> {nameOf(session)}</VisuallyHidden>
          </Button>
        ),
    },
  ];
  return (
    <>
      <Table caption="Your sessions" columns={columns} rows={sessions} rowKey={({ id }) => id} />
      {question}
    </>
  );
}

/** `Firefox on Linux at 10.4.2.17` */
function nameOf({ userAgent, ipAddress }: OwnSession): string {
  const browser = browserName(userAgent);
  return ipAddress === null ? browser : `${browser} at ${ipAddress}`;
}
