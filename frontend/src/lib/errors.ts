import type { Problems } from './checks';
import { isRecord } from './isRecord';

export interface FieldProblem {
  readonly field: string;
  readonly message: string;
  /** Line of the text, counted from 1. */
  readonly line?: number;
}

/** A failed request, in the form that the whole client uses. */
export interface AppError {
  /** The HTTP status; NETWORK if there was no response, PARSE if it could not be read. */
  readonly status: number | 'NETWORK' | 'PARSE';
  /** Error code for programs, such as `insufficient_clearance`. */
  readonly code?: string;
  /** Message for users. */
  readonly message: string;
  /** The server sent no message: `message` is the status and the body of its response. */
  readonly isUnexplained?: true;
  readonly requiredClearance?: number;
  /** Line of the refused content, counted from 1. */
  readonly line?: number;
  readonly fields?: readonly FieldProblem[];
  /** The stored draft, if the request was based on another version of it. */
  readonly draft?: unknown;
  /** Remaining attempts after a wrong code. */
  readonly triesLeft?: number;
  /** Seconds to wait before a retry, if the server sent them. */
  readonly retryAfter?: number;
}

export function isAppError(value: unknown): value is AppError {
  return (
    isRecord(value) &&
    typeof value.message === 'string' &&
    (typeof value.status === 'number' || value.status === 'NETWORK' || value.status === 'PARSE')
  );
}

/** Statuses of the 4xx range that do not concern the requested object: the same request may succeed later. */
const transientStatuses: readonly number[] = [408, 425, 429];

/**
 * Whether a failure is the server's decision about the requested object (gone, not allowed, not valid), so that earlier
 * data must not stay on screen. Server errors, network errors and rate limits are not.
 */
export function isRefusal(error: unknown): boolean {
  if (!isAppError(error) || typeof error.status !== 'number') return false;
  return error.status >= 400 && error.status < 500 && !transientStatuses.includes(error.status);
}

/**
 * The message of an unknown thrown value. `otherwise` replaces the message of an error that the server did not explain.
 */
export function describeError(error: unknown, otherwise?: string): string {
  if (!isAppError(error)) return otherwise ?? 'Something went wrong. Try again.';
  return error.isUnexplained === true ? (otherwise ?? error.message) : error.message;
}

/**
 * The field problems of a refused request, limited to the fields of `values`. `renamed` maps the server's field names
 * to those of the form.
 */
export function fieldProblems<Values extends object>(
  error: unknown,
  values: Values,
  renamed: Readonly<Record<string, string>> = {},
): Problems<Values> {
  const fields = isAppError(error) ? (error.fields ?? []) : [];
  return Object.fromEntries(
    fields
      .map(({ field, message }) => [renamed[field] ?? field, message] as const)
      .filter(([field]) => Object.hasOwn(values, field)),
  ) as Problems<Values>;
}
