import type { DeadlineReminder, SecurityAlert } from '@/api/types';
import { formatUntil } from '@/lib/ago';
import { formatTime } from '@/lib/dates';
import { paths } from '@/lib/paths';

/** How often the alerts are asked for, in milliseconds. */
export const alertPolling = 30_000;
/** How often the reminders are asked for, in milliseconds. */
export const reminderPolling = 60_000;

/** A line of the panel. */
export interface AlertItem {
  readonly id: string;
  readonly label: 'SECURITY ALERT' | 'DEADLINE REMINDER';
  readonly text: string;
  /** When it happened, or how long there is left. */
  readonly when: string;
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

/** Where an alert is looked into: sign-ins in monitoring, anything else in the log. */
export function placeOfAlert(cause: SecurityAlert['cause']): string {
  return cause === 'suspicious_sign_ins' ? paths.monitoring : paths.logged(cause);
}

function until(dueDate: string, now: number): string {
  return Date.parse(dueDate) <= now ? 'overdue' : formatUntil(dueDate, now);
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
      text: `${severity.toUpperCase()}: ${message}`,
      when: readAt === null ? `${formatTime(lastAttempt).slice(0, 5)} UTC` : 'read',
      tone: 'danger',
      isRead: readAt !== null,
      to: placeOfAlert(cause),
    })),
    ...reminders.map(({ id, message, dueDate, entityType, entityId, readAt }): AlertItem => ({
      id,
      label: 'DEADLINE REMINDER',
      text: message,
      when: readAt === null ? until(dueDate, now) : 'read',
      tone: 'warn',
      isRead: readAt !== null,
      to: places[entityType](entityId),
    })),
  ];
}
