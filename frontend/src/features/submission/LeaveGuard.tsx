import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { useHeldText } from '@/components/useHeldText';
import { paths } from '@/lib/paths';

/** Asks before a screen with unsent text is left. The end of a session is not held up: the text is kept for after it. */
export function LeaveGuard({ unsent }: { readonly unsent: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsent && nextLocation.pathname !== currentLocation.pathname && nextLocation.pathname !== paths.auth,
  );

  useHeldText(unsent);

  useEffect(() => {
    if (!unsent) return undefined;
    const ask = (event: BeforeUnloadEvent) => {
      event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => {
      window.removeEventListener('beforeunload', ask);
    };
  }, [unsent]);

  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => {
        if (!open) blocker.reset?.();
      }}
      title="Leave unsent text"
      description="This has not been submitted. What you typed stays in this window until it is sent or cleared."
      confirmLabel="Leave"
      onConfirm={() => {
        blocker.proceed?.();
      }}
    />
  );
}
