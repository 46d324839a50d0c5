import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';

/** One field the server refused. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/** A call that failed, in the only form the client knows. */
export interface AppError {
  /** The HTTP status; NETWORK when no answer came, PARSE when it could not be read. */
  readonly status: number | 'NETWORK' | 'PARSE';
  /** What programs test, e.g. `insufficient_clearance`. */
  readonly code?: string;
  /** A sentence for people. */
  readonly message: string;
  readonly requiredClearance?: number;
  readonly fields?: readonly FieldProblem[];
  /** Seconds to wait, where the server says. */
  readonly retryAfter?: number;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

export function isAppError(value: unknown): value is AppError {
  return (
    isRecord(value) &&
    typeof value.message === 'string' &&
    (typeof value.status === 'number' || value.status === 'NETWORK' || value.status === 'PARSE')
  );
}

function readFields(value: unknown): readonly FieldProblem[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.filter(
    (entry): entry is FieldProblem =>
      isRecord(entry) && typeof entry.field === 'string' && typeof entry.message === 'string',
  );
}

function bodyText(data: unknown, statusText: string): string {
  if (typeof data === 'string' && data.trim() !== '') return data;
  return isRecord(data) ? JSON.stringify(data) : statusText;
}

function fromAnswer(status: number, data: unknown, response: Response | undefined): AppError {
  const body = isRecord(data) ? data : {};
  const fields = readFields(body.fields);
  const wait = Number(response?.headers.get('Retry-After') ?? '');
  return {
    status,
    message:
      typeof body.message === 'string'
        ? body.message
        : `${status}: ${bodyText(data, response?.statusText ?? '')}`,
    ...(typeof body.code === 'string' ? { code: body.code } : {}),
    ...(typeof body.requiredClearance === 'number' ? { requiredClearance: body.requiredClearance } : {}),
    ...(fields ? { fields } : {}),
    ...(wait > 0 ? { retryAfter: wait } : {}),
  };
}

/** Turns what the fetch layer reports into the client's own form. */
export function toAppError(error: FetchBaseQueryError, response?: Response): AppError {
  if (typeof error.status === 'number') return fromAnswer(error.status, error.data, response);
  if (error.status === 'PARSING_ERROR') {
    return error.originalStatus >= 400
      ? fromAnswer(error.originalStatus, error.data, response)
      : { status: 'PARSE', message: 'The answer of the terminal could not be read.' };
  }
  return { status: 'NETWORK', message: 'The terminal does not answer. Check the connection and try again.' };
}

/** The sentence for an unknown thrown value. */
export function describeError(error: unknown): string {
  if (isAppError(error)) return error.message;
  return 'Something went wrong. Try again.';
}
