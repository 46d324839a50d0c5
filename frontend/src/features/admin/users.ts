import type { ClearanceRequest } from '@/api/generated';
import type { User } from '@/api/types';
import type { Tone } from '@/components/Text';
import { atLeast, checkFields, where, type Fields } from '@/lib/checks';
import { accessKeyLabel, isAccessKey, levelOfKey, levelsUpTo } from '@/lib/clearance';
import { shortId } from '@/lib/ids';
import { isAdminClaimant, isEmergencyAccount, lockoutThreshold } from '@/lib/permissions';
import { plural } from '@/lib/text';

export interface Standing {
  readonly word: string;
  readonly tone: Tone;
}

type Account = Pick<User, 'id' | 'isAdmin' | 'isApproved' | 'clearanceLevel' | 'failedLoginAttempts'>;

function standing(account: Account): Standing {
  if (isEmergencyAccount(account)) return { word: 'Protected', tone: 'info' };
  if (!account.isApproved) return { word: 'Pending', tone: 'warn' };
  return account.isAdmin ? { word: 'Administrator', tone: 'accent' } : { word: 'Approved', tone: 'ok' };
}

/** How an account stands, in words: first whether it is open, then what is unusual about it. */
export function standingsOf(account: Account): readonly Standing[] {
  const failures = account.failedLoginAttempts;
  return [
    standing(account),
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

/** The group an address asks for; all for anything unknown. */
export function groupOf(value: string | null): UserGroup {
  return userGroups.find((group) => group.value === value)?.value ?? 'all';
}

/** The accounts of a group whose name, or short id, holds the text. */
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

/** The accounts in the order of the list: those that wait for approval, and all others. */
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

/** What the form shows first: what the account has, or asks for, as far as the administrator may assign it. */
export function clearanceOf(user: Pick<User, 'clearanceLevel'>, target: User): ClearanceValues {
  const offered = levelsUpTo(user.clearanceLevel).some((level) => level === target.clearanceLevel);
  return { level: offered ? String(target.clearanceLevel) : '', accessKey: target.accessKey };
}

/** What is odd about a key and a level that belong to different ranks; `null` for nothing. */
export function contradiction({ level, accessKey }: ClearanceValues): string | null {
  if (level === '' || !isAccessKey(accessKey) || levelOfKey(accessKey) === Number(level)) return null;
  return `${accessKeyLabel(accessKey)} stands for level ${levelOfKey(accessKey)}, and level ${level} is assigned. The level decides what may be read.`;
}

/** What is sent; `null` for a key that is none, which the form does not let through. */
export function clearanceRequest({ level, accessKey }: ClearanceValues): ClearanceRequest | null {
  return isAccessKey(accessKey) ? { clearanceLevel: Number(level), accessKey } : null;
}
