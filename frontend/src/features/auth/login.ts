import { isAppError } from '@/lib/errors';
import { formatDuration } from '@/lib/text';

export interface LoginValues {
  readonly username: string;
  readonly password: string;
}

export interface LoginProblems {
  readonly username?: string;
  readonly password?: string;
}

/** The errors for missing values: nothing is sent without both. The server checks everything else. */
export function findMissing({ username, password }: LoginValues): LoginProblems {
  return {
    ...(username === '' ? { username: 'Enter your username' } : {}),
    ...(password === '' ? { password: 'Enter your password' } : {}),
  };
}

/** Why signing in failed, with the duration of a lock if the server sent it. */
export function failureText(error: unknown): string {
  if (!isAppError(error)) return 'Something went wrong. Try again.';
  const { status, code, message, retryAfter } = error;
  // The server has one answer for all three, so that it does not reveal which names exist.
  if (code === 'invalid_credentials')
    return 'The username, the password or the access key is wrong; the terminal does not say which. Check all three.';
  if (retryAfter === undefined) return message;
  const wait = `Try again in ${formatDuration(retryAfter)}.`;
  return status === 423 || status === 429 ? `Too many failed attempts. ${wait}` : `${message} ${wait}`;
}
