import type { Problems } from './checks';
import { isRecord } from './isRecord';

export interface FieldProblem {
  readonly field: string;
  readonly message: string;
  /** The line of a text, from 1. */
  readonly line?: number;
}

/** A call that failed, in the only form the client knows. */
export interface AppError {
  /** The HTTP status; NETWORK when no answer came, PARSE when it could not be read. */
  readonly status: number | 'NETWORK' | 'PARSE';
  /** What programs test, e.g. `insufficient_clearance`. */
  readonly code?: string;
  /** A sentence for people. */
  readonly message: string;
  /** The server gave no sentence: `message` is the status and the body of its answer. */
  readonly isUnexplained?: true;
  readonly requiredClearance?: number;
  /** The line of the content that was refused, from 1. */
  readonly line?: number;
  readonly fields?: readonly FieldProblem[];
  /** The stored draft, if the call was based on another state of it. */
  readonly draft?: unknown;
  /** How many codes may still be tried, after a wrong one. */
  readonly triesLeft?: number;
  /** Seconds to wait, where the server says. */
  readonly retryAfter?: number;
}

export function isAppError(value: unknown): value is AppError {
  return (
    isRecord(value) &&
    typeof value.message === 'string' &&
    (typeof value.status === 'number' || value.status === 'NETWORK' || value.status === 'PARSE')
  );
}

/** Answers of the 4xx range that are not about the thing that was asked for: the same question may succeed later. */
const passing: readonly number[] = [408, 425, 429];

/**
 * Whether a failure is the server's decision about what was asked for (gone, not allowed, not valid), so that an
 * earlier answer must not stay on screen. Faults of the server, the network and rate limits decide nothing.
 */
export function isRefusal(error: unknown): boolean {
  if (!isAppError(error) || typeof error.status !== 'number') return false;
  return error.status >= 400 && error.status < 500 && !passing.includes(error.status);
}

/** The sentence for an unknown thrown value. `otherwise` is for one that the server did not explain. */
export function describeError(error: unknown, otherwise?: string): string {
  if (!isAppError(error)) return otherwise ?? 'Something went wrong. Try again.';
  return error.isUnexplained === true ? (otherwise ?? error.message) : error.message;
}

/**
 * What a refusal says about the fields of a form, which has those of `values`. `renamed` has the form's names for
 * fields that the server calls something else.
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
