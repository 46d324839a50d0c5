import type { ClearanceRequest } from '@/api/generated';
import type { User } from '@/api/types';
import type { Tone } from '@/components/Text';
import { atLeast, checkFields, where, type Fields } from '@/lib/checks';
import { accessKeyLabel, isAccessKey, levelOfKey, levelsUpTo } from '@/lib/clearance';
import { shortId } from '@/lib/ids';
import { isAdminClaimant, isEmergencyAccount, lockoutThreshold } from '@/lib/permissions';
import { plural } from '@/lib/text';

export interface AccountStatus {
  readonly word: string;
  readonly tone: Tone;
}

type Account = Pick<User, 'id' | 'isAdmin' | 'isApproved' | 'clearanceLevel' | 'failedLoginAttempts'>;

function approvalStatus(account: Account): AccountStatus {
  if (isEmergencyAccount(account)) return { word: 'Protected', tone: 'info' };
  if (!account.isApproved) return { word: 'Pending', tone: 'warn' };
  return account.isAdmin ? { word: 'Administrator', tone: 'accent' } : { word: 'Approved', tone: 'ok' };
}

/** The statuses of an account: whether it can sign in, then a request for administrator rights and failed attempts. */
export function statusesOf(account: Account): readonly AccountStatus[] {
  const failures = account.failedLoginAttempts;
  return [
    approvalStatus(account),
    ...(isAdminClaimant(account) ? [{ word: 'Requested admin', tone: 'danger' } as const] : []),
    ...(failures > 0
      ? [
          {
            word: plural(failures, 'failed attempt'),
            tone: failures >= lockoutThreshold ? ('danger' as const) : ('muted' as const),
          },
        ]
      : []),
  ];
}

export const userGroups = [
  { value: 'all', label: 'All accounts', holds: () => true },
  { value: 'pending', label: 'Awaiting approval', holds: (user: Account) => !user.isApproved },
  { value: 'approved', label: 'Approved', holds: (user: Account) => user.isApproved },
  { value: 'admin', label: 'Administrators', holds: (user: Account) => user.isApproved && user.isAdmin },
  {
    value: 'locked',
    label: 'Locked out',
    holds: (user: Account) => user.failedLoginAttempts >= lockoutThreshold,
  },
] as const;

export type UserGroup = (typeof userGroups)[number]['value'];

/** The group that the address names; all accounts if it is missing or unknown. */
export function groupOf(value: string | null): UserGroup {
  return userGroups.find((group) => group.value === value)?.value ?? 'all';
}

/** The accounts of a group whose name or short id contains the text. */
export function filterUsers(users: readonly User[], group: UserGroup, text: string): readonly User[] {
  const holds = userGroups.find(({ value }) => value === group)?.holds;
  const wanted = text.trim().toLowerCase();
  return users.filter(
    (user) =>
      holds?.(user) === true &&
      (wanted === '' ||
        user.username.toLowerCase().includes(wanted) ||
        shortId('USR', user.id).toLowerCase().includes(wanted)),
  );
}

/** The accounts that wait for approval, which are listed first, and all others. */
export function byApproval(users: readonly User[]): {
  readonly pending: readonly User[];
  readonly others: readonly User[];
} {
  return {
    pending: users.filter(({ isApproved }) => !isApproved),
    others: users.filter(({ isApproved }) => isApproved),
  };
}

export type ClearanceValues = Fields<'level' | 'accessKey'>;

export const checkClearance = checkFields<ClearanceValues>({
  level: [atLeast(1, 'Please assign a clearance level.')],
  accessKey: [where(isAccessKey, 'Please assign an access key.')],
});

/**
 * The initial values of the form: those that the account has or requested. A level that the administrator cannot assign
 * is left empty.
 */
export function clearanceOf(user: Pick<User, 'clearanceLevel'>, target: User): ClearanceValues {
  const offered = levelsUpTo(user.clearanceLevel).some((level) => level === target.clearanceLevel);
  return { level: offered ? String(target.clearanceLevel) : '', accessKey: target.accessKey };
}

/** A warning if the access key belongs to another level than the assigned one; otherwise `null`. */
export function levelMismatch({ level, accessKey }: ClearanceValues): string | null {
  if (level === '' || !isAccessKey(accessKey) || levelOfKey(accessKey) === Number(level)) return null;
  return `${accessKeyLabel(accessKey)} belongs to level ${levelOfKey(accessKey)}, but level ${level} is assigned. The level decides what the user can read.`;
}

/** The request body; `null` if the access key is invalid, which the form does not allow. */
export function clearanceRequest({ level, accessKey }: ClearanceValues): ClearanceRequest | null {
  return isAccessKey(accessKey) ? { clearanceLevel: Number(level), accessKey } : null;
}
