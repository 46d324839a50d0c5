import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';
import type { AppError, FieldProblem } from '@/lib/errors';
import { isRecord } from '@/lib/isRecord';

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

/** Additional fields of some refusals. */
function details(body: Readonly<Record<string, unknown>>): Partial<AppError> {
  return {
    ...(typeof body.requiredClearance === 'number' ? { requiredClearance: body.requiredClearance } : {}),
    ...(typeof body.triesLeft === 'number' ? { triesLeft: body.triesLeft } : {}),
    ...(typeof body.line === 'number' ? { line: body.line } : {}),
    ...(isRecord(body.draft) ? { draft: body.draft } : {}),
  };
}

function fromAnswer(status: number, data: unknown, response: Response | undefined): AppError {
  const body = isRecord(data) ? data : {};
  const fields = readFields(body.fields);
  const wait = Number(response?.headers.get('Retry-After') ?? '');
  return {
    status,
    ...(typeof body.message === 'string'
      ? { message: body.message }
      : { message: `${status}: ${bodyText(data, response?.statusText ?? '')}`, isUnexplained: true }),
    ...(typeof body.code === 'string' ? { code: body.code } : {}),
    ...details(body),
    ...(fields ? { fields } : {}),
    ...(wait > 0 ? { retryAfter: wait } : {}),
  };
}

/** Converts an error of the fetch layer to an `AppError`. */
export function toAppError(error: FetchBaseQueryError, response?: Response): AppError {
  if (typeof error.status === 'number') return fromAnswer(error.status, error.data, response);
  if (error.status === 'PARSING_ERROR') {
    return error.originalStatus >= 400
      ? fromAnswer(error.originalStatus, error.data, response)
      : { status: 'PARSE', message: 'The server sent an answer that could not be read.' };
  }
  return { status: 'NETWORK', message: 'The server does not answer. Check the connection and try again.' };
}
