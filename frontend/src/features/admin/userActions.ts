import type { User } from '@/api/types';
import {
  canApprove,
  canDeleteUser,
  canEditClearance,
  canMakeAdmin,
  canRemoveAdmin,
  canResetPassword,
  canResetTwoFactor,
  canUnlock,
  isAdminClaimant,
} from '@/lib/permissions';

export type UserAction =
  | 'approve'
  | 'removeClaim'
  | 'edit'
  | 'makeAdmin'
  | 'removeAdmin'
  | 'unlock'
  | 'resetPassword'
  | 'resetFactor'
  | 'delete';

export const actionLabels: Readonly<Record<UserAction, string>> = {
  approve: 'Approve',
  removeClaim: 'Decline admin request',
  edit: 'Edit',
  makeAdmin: 'Make admin',
  removeAdmin: 'Remove admin',
  unlock: 'Unlock',
  resetPassword: 'Reset password',
  resetFactor: 'Reset 2FA',
  delete: 'Delete',
};

/** The available actions, in order. A request for administrator rights must be declined before any other change. */
export function actionsFor(user: User, target: User): readonly UserAction[] {
  const claim = isAdminClaimant(target);
  const offered: Readonly<Record<UserAction, boolean>> = {
    approve: canApprove(user, target),
    removeClaim: claim && canRemoveAdmin(user, target),
    edit: canEditClearance(user, target),
    makeAdmin: canMakeAdmin(user, target),
    removeAdmin: !claim && canRemoveAdmin(user, target),
    unlock: canUnlock(user, target),
    resetPassword: canResetPassword(user, target),
    resetFactor: canResetTwoFactor(user, target),
    delete: canDeleteUser(user, target),
  };
  return (Object.keys(actionLabels) as UserAction[]).filter((action) => offered[action]);
}

/** Actions with a button in the row; the others are in its menu. */
export const primaryActions: readonly UserAction[] = ['approve', 'edit', 'unlock'];

/** An action that needs a confirmation. The others open a form or are carried out at once. */
export type ConfirmedAction = Extract<
  UserAction,
  'removeClaim' | 'makeAdmin' | 'removeAdmin' | 'resetFactor' | 'delete'
>;

interface Question {
  readonly title: string;
  readonly description: (name: string) => string;
  readonly danger: boolean;
}

export const questions: Readonly<Record<ConfirmedAction, Question>> = {
  removeClaim: {
    title: 'Decline administrator request',
    description: (name) =>
      `${name} asked for administrator rights at registration. Decline the request? You can approve the account afterwards.`,
    danger: true,
  },
  makeAdmin: {
    title: 'Grant administrator access',
    description: (name) =>
      `${name} will be able to review submissions and to administer documents and accounts.`,
    danger: false,
  },
  removeAdmin: {
    title: 'Remove administrator access',
    description: (name) =>
      `${name} keeps the account and its clearance, and loses access to the control panel immediately.`,
    danger: true,
  },
  resetFactor: {
    title: 'Reset two-factor authentication',
    description: (name) =>
      `For users who have lost the app and all codes. ${name} is signed out everywhere, and all codes are deleted. Until a second factor is set up again, the password is enough to sign in. Make sure that the request comes from ${name}.`,
    danger: true,
  },
  delete: {
    title: 'Confirm deletion',
    description: (name) => `Are you sure you want to delete "${name}"? This action cannot be undone.`,
    danger: true,
  },
};

export function isConfirmed(action: UserAction): action is ConfirmedAction {
  return Object.hasOwn(questions, action);
}
