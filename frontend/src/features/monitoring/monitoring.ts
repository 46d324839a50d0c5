import type { ActiveSession, LockedName, LoginAttempt, SecuritySummary } from '@/api/types';
import type { Tone } from '@/components/Text';
import { formatDateTime, formatTime } from '@/lib/dates';
import { plural } from '@/lib/text';

/** Number of attempts in a request: the maximum page size of the server. */
export const attemptsShown = { limit: 200 } as const;

/** Readable texts for reasons that are recorded in another form. */
const reasons: Readonly<Record<string, string>> = {
  unknown_user: 'Unknown operator',
  locked_out: 'Locked out',
  network_limited: 'Network limited',
  not_approved: 'Waiting for approval',
  lockdown: 'Facility in lockdown',
  two_factor_missing: 'No second factor',
};

/** Why an attempt failed, as text. A missing reason has a text of its own. */
export function reasonOf({ success, failureReason }: LoginAttempt): string {
  if (failureReason === null || failureReason === '') return success ? '' : 'Multiple failed attempts';
  const known = reasons[failureReason];
  const words = failureReason.replaceAll('_', ' ');
  return known ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** The result of an attempt. A correct password without a session does not count as denied. */
export function resultOf({ success, failureReason }: LoginAttempt): readonly [words: string, tone: Tone] {
  if (success) return ['GRANTED', 'ok'];
  return failureReason === 'two_factor_missing' ? ['2FA REQUIRED', 'warn'] : ['DENIED', 'danger'];
}

/** Suspicious attempts for one name from one address, as one row. */
export interface Suspicion {
  readonly id: string;
  readonly username: string;
  readonly address: string;
  readonly title: string;
  /** Time of the latest attempt. */
  readonly at: string;
  readonly isSevere: boolean;
}

function titleOf(attempts: readonly LoginAttempt[], count: number): string {
  const [last] = attempts;
  if (last === undefined) return '';
  if (count === 1) return last.success ? 'Suspicious sign-in' : reasonOf(last);
  const times = attempts.map(({ attemptedAt }) => Date.parse(attemptedAt));
  const minutes = Math.max(1, Math.ceil((Math.max(...times) - Math.min(...times)) / 60_000));
  return `${count} suspicious attempts in ${plural(minutes, 'minute')}`;
}

/** The suspicious attempts, newest first, grouped by name and address. */
export function suspicions(attempts: readonly LoginAttempt[]): readonly Suspicion[] {
  const groups = new Map<string, LoginAttempt[]>();
  for (const attempt of attempts) {
    const key = `${attempt.username.toLowerCase()}|${attempt.ipAddress ?? ''}`;
    groups.set(key, [...(groups.get(key) ?? []), attempt]);
  }
  return [...groups.entries()].flatMap(([id, group]) => {
    const [last] = group;
    if (last === undefined) return [];
    const count = group.reduce((sum, attempt) => sum + attempt.count, 0);
    return {
      id,
      username: last.username,
      address: last.ipAddress ?? 'UNKNOWN',
      title: titleOf(group, count),
      at: last.attemptedAt,
      isSevere: count > 2,
    };
  });
}

/** How long a session has been idle: `now`, `21 min`, `1 h 40`. */
export function formatIdle({ lastActivity }: ActiveSession, now: number): string {
  const minutes = Math.floor(Math.max(0, now - Date.parse(lastActivity)) / 60_000);
  // The server records activity once a minute.
  if (minutes < 2) return 'now';
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')}`;
}

export function lockOf({ userId, byPasswords, byCodes, lockedUntil }: LockedName): string {
  const wrong = [byPasswords ? 'passwords' : '', byCodes ? 'codes' : ''].filter(Boolean).join(' and ');
  const until = `too many wrong ${wrong}, until ${formatDateTime(lockedUntil).slice(0, 16)} UTC`;
  return userId === null ? `${until}; no account has this name` : until;
}

export interface TileWords {
  readonly label: string;
  readonly value: number;
  readonly remark: string;
  readonly tone: Tone;
}

function suspicionTile({ suspiciousAttempts, severity }: SecuritySummary): TileWords {
  const tile = { label: 'Suspicious', value: suspiciousAttempts };
  if (severity === 'critical')
    return { ...tile, remark: 'CRITICAL, above 10 in a 24-hour window', tone: 'danger' };
  if (severity === 'high') return { ...tile, remark: 'HIGH, above 5 in a 24-hour window', tone: 'warn' };
  return { ...tile, remark: '24-hour window', tone: 'bright' };
}

export function tilesOf(summary: SecuritySummary): readonly TileWords[] {
  const { failedAttempts, totalAttempts, activeSessions, adminSessions, lockedOut, lockedUntil } = summary;
  return [
    suspicionTile(summary),
    {
      label: 'Failed attempts',
      value: failedAttempts,
      remark: `of ${plural(totalAttempts, 'sign-in')} in 24 hours`,
      tone: 'bright',
    },
    {
      label: 'Active sessions',
      value: activeSessions,
      remark: `${adminSessions} of administrators`,
      tone: 'bright',
    },
    {
      label: 'Locked out',
      value: lockedOut,
      remark: lockedUntil === null ? 'nobody now' : `until ${formatTime(lockedUntil).slice(0, 5)} UTC`,
      tone: lockedOut > 0 ? 'warn' : 'bright',
    },
  ];
}
