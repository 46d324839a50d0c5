import { useState } from 'react';
import { useTerminateSessionMutation } from '@/api/security';
import type { ActiveSession } from '@/api/types';
import { Button } from '@/components/Button';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { Frame } from '@/components/Frame';
import { Loaded, type LoadedQuery } from '@/components/Loaded';
import { QuietLine } from '@/components/QuietLine';
import { ScrollList } from '@/components/ScrollList';
import { Text } from '@/components/Text';
import { SessionHeads, SessionLine } from '@/components/WatchLines';
import { useNow } from '@/state/useNow';
import { formatIdle } from './monitoring';

/** How often the idle times are counted on, in milliseconds. */
const tick = 30_000;

/** Who is signed in, and the way to end a session. */
export function Sessions({ query }: { readonly query: LoadedQuery<readonly ActiveSession[]> }) {
  const now = useNow(tick);
  const [chosen, setChosen] = useState<ActiveSession | null>(null);
  const [terminate, { isLoading }] = useTerminateSessionMutation();
  const close = () => setChosen(null);
  return (
    <Frame flush caption="Active sessions" count={query.data?.length}>
      <Loaded
        query={query}
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
