import { lazy, Suspense, useEffect } from 'react';
import { useGetCurrentUserQuery } from '@/api/endpoints';
import { useCurrentUser } from '@/api/selectors';
import { Button } from '@/components/Button';
import { formatCountdown } from '@/lib/dates';
import { lazyWithRetry } from '@/lib/lazyWithRetry';
import { useLogout } from '@/commands/useCommandContext';
import { useSecondsLeft } from '@/state/useSecondsLeft';

/** The warning comes this many seconds before the end. */
const warning = 60;

const loadDialog = () =>
  lazyWithRetry('dialog', () => import(/* webpackChunkName: "dialog" */ '@/components/Dialog'));

const Dialog = lazy(async () => ({ default: (await loadDialog()).Dialog }));

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

  useEffect(() => {
    // It has to be there when the time comes, even if the server is not; until then it can wait for a quiet moment.
    const timer = setTimeout(() => void loadDialog().catch(() => undefined), 4000);
    return () => {
      clearTimeout(timer);
    };
  }, []);

  if (left > warning || over) return null;
  return (
    <Suspense fallback={null}>
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
    </Suspense>
  );
}
