import { useResetTwoFactorMutation } from '@/api/account';
import { useDeleteUserMutation, useMakeAdminMutation, useRemoveAdminMutation } from '@/api/endpoints';
import type { User } from '@/api/types';
import { ConfirmDialog } from '@/components/dialog/ConfirmDialog';
import { ClearanceDialog } from './ClearanceDialog';
import { ResetPasswordDialog } from './ResetPasswordDialog';
import { actionLabels, questions, type ConfirmedAction, type UserAction } from './userActions';

/** An action that was chosen but not yet confirmed. */
export interface Intent {
  readonly action: Exclude<UserAction, 'unlock'>;
  readonly target: User;
}

interface UserDialogsProps {
  readonly intent: Intent | null;
  readonly onClose: () => void;
}

/** The form or the confirmation of the chosen action. */
export function UserDialogs({ intent, onClose }: UserDialogsProps) {
  if (intent === null) return null;
  const { action, target } = intent;
  if (action === 'resetPassword') return <ResetPasswordDialog target={target} onClose={onClose} />;
  return action === 'approve' || action === 'edit' ? (
    <ClearanceDialog mode={action} target={target} onClose={onClose} />
  ) : (
    <QuestionDialog action={action} target={target} onClose={onClose} />
  );
}

interface QuestionDialogProps {
  readonly action: ConfirmedAction;
  readonly target: User;
  readonly onClose: () => void;
}

function QuestionDialog({ action, target, onClose }: QuestionDialogProps) {
  const [makeAdmin, making] = useMakeAdminMutation();
  const [removeAdmin, removing] = useRemoveAdminMutation();
  const [deleteUser, deleting] = useDeleteUserMutation();
  const [resetFactor, resetting] = useResetTwoFactorMutation();
  const { title, description, danger } = questions[action];
  const calls: Readonly<Record<ConfirmedAction, () => Promise<unknown>>> = {
    makeAdmin: () => makeAdmin(target.id),
    removeAdmin: () => removeAdmin(target.id),
    removeClaim: () => removeAdmin(target.id),
    resetFactor: () => resetFactor(target.id),
    delete: () => deleteUser(target.id),
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={title}
      description={description(target.username)}
      confirmLabel={actionLabels[action]}
      danger={danger}
      busy={[making, removing, resetting, deleting].some(({ isLoading }) => isLoading)}
      onConfirm={() => void calls[action]().then(onClose)}
    />
  );
}
