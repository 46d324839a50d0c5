import type { DeadlineReminder, SecurityAlert } from '@/api/types';
import { formatUntil } from '@/lib/ago';
import { formatTime } from '@/lib/dates';
import { paths } from '@/lib/paths';

/** How often the alerts are asked for, in milliseconds. */
export const alertPolling = 30_000;

/** How often the reminders are asked for, in milliseconds. */
export const reminderPolling = 60_000;

export interface AlertItem {
  readonly id: string;
  readonly label: 'SECURITY ALERT' | 'DEADLINE REMINDER';
  readonly word: 'CRITICAL' | 'HIGH' | 'MEDIUM';
  readonly text: string;
  /** The time when it happened, or when it is due. */
  readonly at: string;
  /** That time in words. */
  readonly when: string;
  /** What comes before the words where there is room for it. */
  readonly lead?: 'due in ';
  readonly tone: 'danger' | 'warn';
  readonly isRead: boolean;
  /** Where it is dealt with. */
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

/** The lines of the panel: security first, then the most urgent deadlines; what is read stands where it stood. */
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

/** What is said about alerts that have just come: of the critical ones, or of the others. */
export function newsOf(news: readonly AlertItem[], critical: boolean): string {
  return news
    .filter(({ word }) => (word === 'CRITICAL') === critical)
    .map(({ label, word, text }) => `${label}, ${word}: ${text}`)
    .join('. ');
}

interface Asked {
  readonly error?: unknown;
  readonly fulfilledTimeStamp?: number | undefined;
}

/** What the panel says while it could not ask: how old it is. `null` while all is well. */
export function lateWords(...asked: readonly Asked[]): string | null {
  const failed = asked.filter(({ error }) => error !== undefined);
  if (failed.length === 0) return null;
  const oldest = Math.min(...failed.map(({ fulfilledTimeStamp }) => fulfilledTimeStamp ?? 0));
  return oldest === 0 ? 'Not up to date.' : `Not up to date: as of ${timeOf(new Date(oldest).toISOString())}`;
}
