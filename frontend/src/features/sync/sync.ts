import type { User } from '@/api/types';
import { checkFields, where, type Fields, type Problems } from '@/lib/checks';
import { fieldProblems, isAppError, type AppError } from '@/lib/errors';
import { canHaveSecondFactor, canIssueCodes } from '@/lib/permissions';
import type { PlaceSearch } from '@/lib/places';
import type { SearchValues } from '@/lib/searchState';
import { formatDuration } from '@/lib/text';

/** The methods of issuing codes, by their names in the address. */
export type SyncTab = SearchValues<PlaceSearch<'codeSync'>>['tab'];

export const tabs = [
  {
    value: 'deterministic',
    label: 'Deterministic Sync',
    when: 'A user has lost phone and codes, or has no second factor while the site requires one.',
  },
  {
    value: 'manual',
    label: 'Manual Update',
    when: 'A user needs a permanent code that you have agreed on together.',
  },
  {
    value: 'emergency',
    label: 'Emergency Sync',
    when: 'No administrator can sign in. Needs the master key, kept outside the site.',
  },
] as const satisfies readonly {
  readonly value: SyncTab;
  readonly label: string;
  /** When to use it. */
  readonly when: string;
}[];

const bothKinds = 'The static code and the backup codes appear here once. Hand them over.';

export const resultHints: Readonly<Record<SyncTab, string>> = {
  deterministic: bothKinds,
  manual: 'The new static code appears here once. Hand it over.',
  emergency: bothKinds,
};

/** The letters and digits of generated codes, without ambiguous ones. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Inserts the hyphens of a static code that was typed or pasted. */
export function hyphenated(typed: string): string {
  const plain = typed.replace(/[^a-z0-9]/gi, '').slice(0, 12);
  return (plain.match(/.{1,4}/g) ?? []).join('-');
}

export function generateCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  // The alphabet has 32 characters, so that all are equally likely.
  return hyphenated([...bytes].map((byte) => alphabet.charAt(byte % alphabet.length)).join(''));
}

export interface SyncValues {
  readonly deterministic: Fields<'username'>;
  readonly manual: Fields<'username' | 'staticCode'>;
  readonly emergency: Fields<'username' | 'masterKey'>;
}

const filled = (message: string) => where((value: string) => value.trim() !== '', message);

const codeAndName = 'Please enter both username and new static code';
const keyAndName = 'Please enter both username and emergency key';

const codeFormat = /^[a-z0-9]{4}(-[a-z0-9]{4}){2}$/i;

/** What each form requires before it is sent; the server checks everything else. */
export const checks = {
  deterministic: checkFields<SyncValues['deterministic']>({
    username: [filled('Please enter a target username')],
  }),
  manual: checkFields<SyncValues['manual']>({
    username: [filled(codeAndName)],
    staticCode: [
      filled(codeAndName),
      where((code) => codeFormat.test(code.trim()), 'Use letters and digits in the format XXXX-XXXX-XXXX'),
    ],
  }),
  emergency: checkFields<SyncValues['emergency']>({
    username: [filled(keyAndName)],
    masterKey: [filled(keyAndName)],
  }),
} as const;

/** Form field names by the server's field names. */
const fieldNames: Readonly<Record<string, string>> = {
  targetUsername: 'username',
  targetUser: 'username',
  username: 'username',
  newStaticCode: 'staticCode',
  masterKey: 'masterKey',
};

/** Why no codes were issued: by field, or for the whole form. */
export interface SyncFailure {
  readonly fields: Problems<Fields<'username' | 'staticCode' | 'masterKey'>>;
  readonly message: string | null;
}

/** Without a readable response it is unknown whether the codes were replaced. */
const lostAnswer =
  'The answer did not arrive. The codes may have been replaced already. Send the form again to get valid codes.';

function messageOf({ status, message, retryAfter }: AppError): string {
  if (typeof status !== 'number') return lostAnswer;
  return retryAfter === undefined ? message : `${message} Try again in ${formatDuration(retryAfter)}.`;
}

export function failureOf(error: unknown): SyncFailure {
  if (!isAppError(error)) return { fields: {}, message: 'Something went wrong. Try again.' };
  if (error.code === 'invalid_key') return { fields: { masterKey: error.message }, message: null };
  const fields = fieldProblems(error, { username: '', staticCode: '', masterKey: '' }, fieldNames);
  return { fields, message: Object.keys(fields).length > 0 ? null : messageOf(error) };
}

/** The confirmation before codes are removed that were neither copied nor downloaded nor printed. */
export function unkeptQuestion(username: string) {
  return {
    title: 'Codes not kept',
    description: `The codes of ${username} are shown once, and they were not copied, downloaded or printed. Without them the account needs new codes.`,
  };
}

/**
 * Usernames for completion: the accounts whose codes this method may replace, in order. The master key applies to every
 * level.
 */
export function targetNames(tab: SyncTab, user: User, accounts: readonly User[]): readonly string[] {
  const reach = tab === 'emergency' ? { ...user, clearanceLevel: 5 } : user;
  return accounts
    .filter((account) => canIssueCodes(reach, account))
    .map(({ username }) => username)
    .sort((one, other) => one.localeCompare(other));
}

/** Finds an account by name, ignoring case. */
export function accountNamed(name: string, accounts: readonly User[]): User | undefined {
  const wanted = name.toLowerCase();
  return accounts.find(({ username }) => username.toLowerCase() === wanted);
}

/** The manageable accounts that could have a second factor but have none, ordered by name. */
export function withoutFactor(user: User, accounts: readonly User[]): readonly User[] {
  return accounts
    .filter((one) => canIssueCodes(user, one) && canHaveSecondFactor(one) && !one.twoFactorEnabled)
    .toSorted((one, other) => one.username.localeCompare(other.username));
}
