import { useEffect } from 'react';
import { useLeaveQuestion } from '@/router/useLeaveQuestion';
import { ConfirmDialog } from '../dialog/ConfirmDialog';
import { useHeldText } from './useHeldText';

interface UnsavedGuardProps {
  readonly unsaved: boolean;
  readonly title?: string | undefined;
  readonly confirmLabel?: string | undefined;
  /** What would be lost. */
  readonly description: string;
  /** Called before the screen is left without saving. */
  readonly onDiscard?: (() => void) | undefined;
}

/** Asks before the user leaves a screen with unsaved changes. It does not delay the end of a session. */
export function UnsavedGuard({
  unsaved,
  title = 'Unsaved changes',
  confirmLabel = 'Leave without saving',
  description,
  onDiscard,
}: UnsavedGuardProps) {
  const { open, stay, leave } = useLeaveQuestion(unsaved);
  useHeldText(unsaved);

  useEffect(() => {
    if (!unsaved) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsaved]);

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={stay}
      title={title}
      description={description}
      confirmLabel={confirmLabel}
      danger
      onConfirm={() => {
        onDiscard?.();
        leave();
      }}
    />
  );
}
