import { useEffect } from 'react';
import { ConfirmDialog } from '@/components/dialog/ConfirmDialog';
import { useHeldText } from '@/components/form/useHeldText';
import { useLeaveQuestion } from '@/router/useLeaveQuestion';

interface LeaveGuardProps {
  /** The form holds text, which may be saved; by default the same as `unsent`. */
  readonly held?: boolean | undefined;
  /** A part of the text is not saved on the server. */
  readonly unsent: boolean;
  /** A file is being uploaded. Leaving the screen cancels the upload. */
  readonly uploading?: boolean | undefined;
}

/** Asks before something is lost. It does not delay the end of a session. */
export function LeaveGuard({ unsent, held = unsent, uploading = false }: LeaveGuardProps) {
  const { open, stay, leave } = useLeaveQuestion(uploading);

  useHeldText(held);

  useEffect(() => {
    if (!unsent) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsent]);

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={stay}
      title="Cancel the upload"
      description="The file is still uploading. Leaving this screen cancels the upload; your text is kept."
      confirmLabel="Leave"
      onConfirm={leave}
    />
  );
}
