import type { DeadlineReminder, SecurityAlert } from '@/api/types';
import { formatUntil } from '@/lib/ago';
import { formatTime } from '@/lib/dates';
import { paths } from '@/lib/paths';

/** Polling interval of the alerts, in milliseconds. */
export const alertPolling = 30_000;

/** Polling interval of the reminders, in milliseconds. */
export const reminderPolling = 60_000;

export interface AlertItem {
  readonly id: string;
  readonly label: 'SECURITY ALERT' | 'DEADLINE REMINDER';
  readonly word: 'CRITICAL' | 'HIGH' | 'MEDIUM';
  readonly text: string;
  /** When it happened or is due. */
  readonly at: string;
  /** The same time as text. */
  readonly when: string;
  /** Prefix of the text, shown if there is room. */
  readonly lead?: 'due in ';
  readonly tone: 'danger' | 'warn';
  readonly isRead: boolean;
  /** Address of the screen on which it is handled. */
  readonly to: string;
}

const places: Readonly<Record<DeadlineReminder['entityType'], (id: string) => string>> = {
  submission: paths.reviewCase,
  document_edit: paths.editCase,
  document: paths.archiveRequest,
};

const words = { critical: 'CRITICAL', high: 'HIGH', medium: 'MEDIUM' } as const;

function timeOf(at: string): string {
  return `${formatTime(at).slice(0, 5)} UTC`;
}

function dueIn(dueDate: string, now: number): Pick<AlertItem, 'when' | 'lead'> {
  const left = formatUntil(dueDate, now);
  if (!left.startsWith('in ')) return { when: 'overdue' };
  return { when: left.slice(3).replace(' days', ' d'), lead: 'due in ' };
}

/** The lines of the panel: security first, then the most urgent deadlines. Read items keep their position. */
export function alertItems(
  alerts: readonly SecurityAlert[],
  reminders: readonly DeadlineReminder[],
  now: number,
): readonly AlertItem[] {
  return [
    ...alerts.map(({ id, cause, message, severity, lastAttempt, readAt }): AlertItem => ({
      id,
      label: 'SECURITY ALERT',
      word: words[severity],
      text: message,
      at: lastAttempt,
      when: timeOf(lastAttempt),
      tone: 'danger',
      isRead: readAt !== null,
      to: paths.alert(cause),
    })),
    ...reminders.map(({ id, message, priority, dueDate, entityType, entityId, readAt }): AlertItem => ({
      id,
      label: 'DEADLINE REMINDER',
      word: words[priority],
      text: message,
      at: dueDate,
      ...dueIn(dueDate, now),
      tone: 'warn',
      isRead: readAt !== null,
      to: places[entityType](entityId),
    })),
  ];
}

/** The announcement of new alerts, either the critical ones or the others. */
export function announcementOf(news: readonly AlertItem[], critical: boolean): string {
  return news
    .filter(({ word }) => (word === 'CRITICAL') === critical)
    .map(({ label, word, text }) => `${label}, ${word}: ${text}`)
    .join('. ');
}

interface AlertQuery {
  readonly error?: unknown;
  readonly fulfilledTimeStamp?: number | undefined;
}

/** The note about the age of the lists after a failed request; `null` if none failed. */
export function ageNote(...asked: readonly AlertQuery[]): string | null {
  const failed = asked.filter(({ error }) => error !== undefined);
  if (failed.length === 0) return null;
  const oldest = Math.min(...failed.map(({ fulfilledTimeStamp }) => fulfilledTimeStamp ?? 0));
  return oldest === 0 ? 'Not up to date.' : `Not up to date: as of ${timeOf(new Date(oldest).toISOString())}`;
}
