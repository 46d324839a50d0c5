import { useTerminateSessionMutation, useSessionPagesInfiniteQuery } from '@/api/security';
import type { ActiveSession } from '@/api/types';
import { Button } from '@/components/Button';
import { useConfirm } from '@/components/dialog/ConfirmDialog';
import { Frame, FrameFoot } from '@/components/Frame';
import { ScrollList } from '@/components/list/ScrollList';
import { Loaded } from '@/components/Loaded';
import { QuietLine } from '@/components/QuietLine';
import { ErrorState } from '@/components/States';
import { Text } from '@/components/Text';
import { useCursorList } from '@/state/useCursorList';
import { useNow } from '@/state/useNow';
import { formatIdle } from './monitoring';
import { SessionHeads, SessionLine } from './WatchLines.style';

/** Interval at which the idle times are updated, in milliseconds. */
const tick = 30_000;

/** The active sessions, with buttons that terminate them. */
export function Sessions() {
  const sessions = useCursorList(useSessionPagesInfiniteQuery(undefined));
  const { isFetching, hasMore, failure, retry } = sessions;
  const now = useNow(tick);
  const [terminate] = useTerminateSessionMutation();
  const [ask, question] = useConfirm(({ id, username }: ActiveSession) => ({
    title: 'Confirm termination',
    description: `${username} is signed out of this session at once. Other sessions of this account continue.`,
    confirmLabel: 'Terminate',
    danger: true,
    onConfirm: () => terminate(id),
  }));
  return (
    <Frame flush caption="Active sessions" count={sessions.pages.at(-1)?.total}>
      <Loaded
        query={sessions}
        what="active sessions"
        label="READING SESSIONS"
        empty={<QuietLine>No active sessions</QuietLine>}
      >
        {(shown) => (
          <>
            <SessionHeads />
            <ScrollList label="Active sessions">
              {shown.map((session, index) => (
                <li key={session.id} data-row={index}>
                  <SessionLine
                    person={session.username}
                    level={session.clearanceLevel}
                    isAdmin={session.isAdmin}
                    idle={session.current ? 'now' : formatIdle(session, now)}
                    end={
                      session.current ? (
                        <Text tone="ok" size="dense">
                          THIS ONE
                        </Text>
                      ) : (
                        <Button
                          size="sm"
                          variant="danger"
                          aria-label={`Terminate the session of ${session.username}`}
                          onClick={() => ask(session)}
                        >
                          Terminate
                        </Button>
                      )
                    }
                  />
                </li>
              ))}
            </ScrollList>
            {failure !== null && <ErrorState title="Failed to load more sessions" message={failure} />}
            {hasMore && (
              <FrameFoot>
                <Button size="sm" busy={isFetching} onClick={retry}>
                  Show more sessions
                </Button>
              </FrameFoot>
            )}
          </>
        )}
      </Loaded>
      {question}
    </Frame>
  );
}
