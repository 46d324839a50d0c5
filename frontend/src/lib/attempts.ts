import { keepDraft, readDraft } from './drafts';
import { newAttemptKey } from './keys';

interface Attempt {
  readonly key: string;
  readonly body: string;
}

function isAttempt(value: unknown): value is Attempt {
  if (typeof value !== 'object' || value === null) return false;
  const { key, body } = value as Readonly<Record<string, unknown>>;
  return typeof key === 'string' && typeof body === 'string';
}

/** Name under which the attempt of a form is stored, from the name of the form's draft. */
function attemptName(draftName: string): string {
  return `${draftName}.attempt`;
}

/**
 * The idempotency key for sending the body of a form. The same body keeps its key until the response has arrived, even
 * over a reload, so that a retry after a lost response gets the first response. Another body has another key.
 */
export function attemptKey(person: string, draftName: string, body: object): string {
  const text = JSON.stringify(body);
  const before = readDraft(person, attemptName(draftName));
  if (isAttempt(before) && before.body === text) return before.key;
  const key = newAttemptKey();
  keepDraft(person, attemptName(draftName), { key, body: text });
  return key;
}

/** Forgets the key of a form whose response has arrived: sending the same body later is a new attempt. */
export function attemptAnswered(person: string, draftName: string): void {
  keepDraft(person, attemptName(draftName), null);
}
