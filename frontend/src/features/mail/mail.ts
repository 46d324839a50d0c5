import type { Mail } from '@/api/types';
import type { Tone } from '@/components/Text';
import { formatUntil } from '@/lib/ago';
import { formatDate, formatTime } from '@/lib/dates';
import { shortId, type IdPrefix } from '@/lib/ids';

/** Polling interval of the list, in milliseconds: the server does not announce that a message was sent. */
export const mailPolling = 30_000;

/** The states of messages, in the order of their tabs. */
export const mailStates = ['sent', 'waiting', 'failed', 'unsent'] as const satisfies readonly Mail['state'][];

export const mailKinds = [
  'account_approved',
  'item_reviewed',
  'timed_out',
  'talk',
  'security_alert',
  'deadline',
  'reset_requested',
] as const satisfies readonly Mail['notificationType'][];

export const stateTones: Readonly<Record<Mail['state'], Tone>> = {
  sent: 'ok',
  waiting: 'info',
  failed: 'danger',
  unsent: 'warn',
};

export function kindName(kind: Mail['notificationType']): string {
  return kind.replaceAll('_', ' ');
}

/** The number of attempts, and what follows. */
export function triesOf({ state, tries, nextTryAt, createdAt }: Mail, now: number): string {
  if (state === 'waiting' && nextTryAt !== null)
    return `${tries}, next ${Date.parse(nextTryAt) > now ? formatUntil(nextTryAt, now) : 'now'}`;
  if (state === 'failed' && Date.parse(createdAt) + 86_400_000 > now)
    return `${tries}, a permanent error is not retried`;
  return String(tries);
}

const prefixes: Readonly<Record<string, IdPrefix>> = { document: 'DOC', submission: 'SUB' };

/** The short label of the record that a message is about; `null` if there is none. */
export function labelOf({ entityType, entityId }: Mail): string | null {
  const prefix = prefixes[entityType];
  return prefix === undefined || entityId === null ? null : shortId(prefix, entityId);
}

/** The filters of the list. Empty texts do not filter. */
export interface MailFilters {
  readonly kind: string;
  readonly person: string;
  readonly q: string;
}

/** The messages of a kind, to a user, and with a text in their subjects. */
export function filterMail(items: readonly Mail[], { kind, person, q }: MailFilters): readonly Mail[] {
  const has = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());
  return items.filter(
    (mail) =>
      (kind === '' || mail.notificationType === kind) &&
      (person === '' || has(mail.recipientUsername, person)) &&
      (q === '' || has(mail.subject, q)),
  );
}

export function inState(items: readonly Mail[], state: 'all' | Mail['state']): readonly Mail[] {
  return state === 'all' ? items : items.filter((mail) => mail.state === state);
}

export interface MailDay {
  readonly day: string;
  readonly items: readonly Mail[];
}

/**
 * The messages by day, newest first. They are sorted because imported messages were written earlier than they were
 * recorded.
 */
export function byDay(items: readonly Mail[]): readonly MailDay[] {
  const days = new Map<string, Mail[]>();
  for (const mail of [...items].sort((one, other) => other.createdAt.localeCompare(one.createdAt))) {
    const day = formatDate(mail.createdAt);
    const found = days.get(day);
    if (found === undefined) days.set(day, [mail]);
    else found.push(mail);
  }
  return [...days].map(([day, of]) => ({ day, items: of }));
}

/** State of the mail server, derived from the messages. */
export interface ServerState {
  readonly state: 'ok' | 'danger' | 'pending';
  readonly title: string;
  readonly detail: string;
}

/** The mail server counts as down if messages wait after an error and none was sent since. */
export function serverState(items: readonly Mail[], isOn: boolean): ServerState {
  if (!isOn) {
    const unsent = items.filter(({ state }) => state === 'unsent').length;
    return { state: 'pending', title: 'NO MAIL SERVER', detail: `${unsent} unsent` };
  }
  const last = items
    .map(({ sentAt }) => sentAt ?? '')
    .reduce((one, other) => (one > other ? one : other), '');
  const detail = last === '' ? 'nothing sent yet' : `last sent ${formatTime(last)}`;
  const stuck = items
    .filter(({ state, lastError }) => state === 'waiting' && lastError !== null)
    .map(({ createdAt }) => createdAt)
    .sort()[0];
  if (stuck !== undefined && stuck > last)
    return { state: 'danger', title: `MAIL SERVER DOWN SINCE ${formatTime(stuck).slice(0, 5)}`, detail };
  return { state: 'ok', title: 'MAIL SERVER UP', detail };
}
