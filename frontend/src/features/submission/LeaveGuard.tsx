import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { useHeldText } from '@/components/useHeldText';
import { paths } from '@/lib/paths';

interface LeaveGuardProps {
  /** There is text that has not been sent. Another screen keeps it; closing the window loses it. */
  readonly unsent: boolean;
  /** A file is on its way, which leaving the screen cancels. */
  readonly uploading: boolean;
}

/** Asks before anything is lost. The end of a session is not held up. */
export function LeaveGuard({ unsent, uploading }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      uploading && nextLocation.pathname !== currentLocation.pathname && nextLocation.pathname !== paths.auth,
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
      title="Cancel the upload"
      description="The file is still uploading. Leaving this screen cancels the upload; your text is kept."
      confirmLabel="Leave"
      onConfirm={() => {
        blocker.proceed?.();
      }}
    />
  );
}
