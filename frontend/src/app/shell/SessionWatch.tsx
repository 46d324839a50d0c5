import { useEffect } from 'react';
import { useGetCurrentUserQuery } from '@/api/endpoints';
import { useCurrentUser } from '@/api/selectors';
import { Button } from '@/components/Button';
import { Dialog, useDialogSoon } from '@/components/Dialog';
import { formatCountdown } from '@/lib/dates';
import { useLogout } from '@/commands/useCommandContext';
import { useSecondsLeft } from '@/state/useSecondsLeft';

/** The warning comes this many seconds before the end. */
const warning = 60;

/** Warns an idle operator before the session ends, with a way to go on (WCAG 2.2.1). */
export function SessionWatch() {
  const { user } = useCurrentUser();
  return user === null ? null : <Countdown minutes={user.sessionTimeout} />;
}

function Countdown({ minutes }: { readonly minutes: number }) {
  const left = useSecondsLeft(minutes);
  // Asking who is signed in counts as activity, and finds out when the session has gone.
  const { refetch } = useGetCurrentUserQuery();
  const logout = useLogout();
  const over = left === 0;

  useEffect(() => {
    if (over) void refetch();
  }, [over, refetch]);

  // It has to be there when the time comes, even if the server is not.
  useDialogSoon();

  if (left > warning || over) return null;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) void refetch();
      }}
      title="Session ending"
      description="No activity for a while. Extend the session to stay signed in."
      footer={
        <>
          <Button
            variant="primary"
            onClick={() => {
              void refetch();
            }}
          >
            Extend
          </Button>
          <Button
            onClick={() => {
              void logout();
            }}
          >
            Log out
          </Button>
        </>
      }
    >
      <p>
        Time left: <time>{formatCountdown(left)}</time>
      </p>
    </Dialog>
  );
}
