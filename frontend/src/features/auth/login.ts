import { isAppError } from '@/api/errors';
import { plural } from '@/lib/text';

/** What signing in needs to be typed. */
export interface LoginValues {
  readonly username: string;
  readonly password: string;
}

/** What to say beside a field that has nothing in it. */
export interface LoginProblems {
  readonly username?: string;
  readonly password?: string;
}

/** Nothing is sent without both; everything else is the server's to judge. */
export function findMissing({ username, password }: LoginValues): LoginProblems {
  return {
    ...(username === '' ? { username: 'Enter your username' } : {}),
    ...(password === '' ? { password: 'Enter your password' } : {}),
  };
}

/** A span for people: seconds under a minute, whole minutes rounded up under an hour, then hours and minutes. */
export function spanWords(seconds: number): string {
  if (seconds < 60) return plural(Math.ceil(seconds), 'second');
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return plural(minutes, 'minute');
  const rest = minutes % 60;
  const hours = plural(Math.floor(minutes / 60), 'hour');
  return rest === 0 ? hours : `${hours} ${plural(rest, 'minute')}`;
}

/** Why signing in failed, and how long a lock lasts where the server says so. */
export function failureText(error: unknown): string {
  if (!isAppError(error)) return 'Something went wrong. Try again.';
  const { status, message, retryAfter } = error;
  if (retryAfter === undefined) return message;
  const wait = `Try again in ${spanWords(retryAfter)}.`;
  return status === 423 || status === 429 ? `Too many failed attempts. ${wait}` : `${message} ${wait}`;
}
