import { useMemo, useState } from 'react';
import { useTerminateSessionMutation, useSessionPagesInfiniteQuery } from '@/api/security';
import type { ActiveSession } from '@/api/types';
import { Button } from '@/components/Button';
import { ConfirmDialog } from '@/components/dialog/ConfirmDialog';
import { Frame, FrameFoot } from '@/components/Frame';
import { ScrollList } from '@/components/list/ScrollList';
import { Loaded } from '@/components/Loaded';
import { QuietLine } from '@/components/QuietLine';
import { ErrorState } from '@/components/States';
import { Text } from '@/components/Text';
import { describeError } from '@/lib/errors';
import { useNow } from '@/state/useNow';
import { formatIdle } from './monitoring';
import { SessionHeads, SessionLine } from './WatchLines.style';

/** How often the idle times are counted on, in milliseconds. */
const tick = 30_000;

/** Who is signed in, and the way to end a session. */
export function Sessions() {
  const { data, error, isFetching, hasNextPage, isFetchNextPageError, fetchNextPage, refetch } =
    useSessionPagesInfiniteQuery(undefined);
  const pages = data?.pages;
  // Pages are refreshed one after another: a session that has moved between them is shown once.
  const known = useMemo(
    () => pages && [...new Map(pages.flatMap((page) => page.items).map((item) => [item.id, item])).values()],
    [pages],
  );
  const now = useNow(tick);
  const [chosen, setChosen] = useState<ActiveSession | null>(null);
  const [terminate, { isLoading }] = useTerminateSessionMutation();
  const close = () => setChosen(null);
  return (
    <Frame flush caption="Active sessions" count={pages?.at(-1)?.total}>
      <Loaded
        query={{
          data: known,
          error: isFetchNextPageError ? undefined : error,
          isFetching,
          refetch: () => void refetch(),
        }}
        what="active sessions"
        label="READING SESSIONS"
        empty={<QuietLine>No active sessions</QuietLine>}
      >
        {(sessions) => (
          <>
            <SessionHeads />
            <ScrollList label="Active sessions">
              {sessions.map((session, index) => (
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
                          onClick={() => setChosen(session)}
                        >
                          Terminate
                        </Button>
                      )
                    }
                  />
                </li>
              ))}
            </ScrollList>
            {isFetchNextPageError && !isFetching && (
              <ErrorState title="Failed to load more sessions" message={describeError(error)} />
            )}
            {hasNextPage && (
              <FrameFoot>
                <Button size="sm" busy={isFetching} onClick={() => void fetchNextPage()}>
                  Show more sessions
                </Button>
              </FrameFoot>
            )}
          </>
        )}
      </Loaded>
      <ConfirmDialog
        open={chosen !== null}
        onOpenChange={close}
        title="Confirm termination"
        description={`${chosen?.username ?? ''} is signed out of this session at once. Other sessions of this account continue.`}
        confirmLabel="Terminate"
        danger
        busy={isLoading}
        onConfirm={() => {
          if (chosen !== null) void terminate(chosen.id).then(close);
        }}
      />
    </Frame>
  );
}
