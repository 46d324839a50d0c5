import { discardDraft, keepDraft, readDraft as readKept } from '@/lib/drafts';
import { newAttemptKey } from '@/lib/keys';
import { readTexts } from '@/state/useDraft';
import { emptyValues, isBlank, type SubmissionValues } from './schema';

/** A file that the server holds for the next submission. */
export interface AttachedFile {
  readonly name: string;
  /** `/objects/…` */
  readonly path: string;
}

/** What was typed and not sent. */
export interface Draft {
  readonly values: SubmissionValues;
  readonly file: AttachedFile | null;
}

/** The name the draft is kept under. */
export const draftName = 'submission';

/** The name of the attempt to send it. */
const attemptName = 'submission.attempt';

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function parse(stored: unknown): Draft {
  const { values, file } = isRecord(stored) ? stored : {};
  return {
    values: readTexts(values, emptyValues) ?? emptyValues,
    file:
      isRecord(file) && typeof file.name === 'string' && typeof file.path === 'string'
        ? { name: file.name, path: file.path }
        : null,
  };
}

/** What this person has typed and not sent. */
export function readDraft(userId: string): Draft {
  return parse(readKept(userId, draftName));
}

/** Keeps it until it is sent or cleared; an empty one is not kept. */
export function writeDraft(userId: string, draft: Draft): void {
  keepDraft(userId, draftName, isBlank(draft.values) && draft.file === null ? null : draft);
}

/**
 * The key of the attempt to send this body. A body whose answer was lost has the same key the next time, also after a
 * reload, and the server answers what it answered the first time; another body is another attempt.
 */
export function attemptKey(userId: string, body: object): string {
  const text = JSON.stringify(body);
  const before = readKept(userId, attemptName);
  if (isRecord(before) && before.body === text && typeof before.key === 'string') return before.key;
  const key = newAttemptKey();
  keepDraft(userId, attemptName, { key, body: text });
  return key;
}

/** The draft has been sent: it goes from here, and from every form that shows it. */
export function draftSent(userId: string, sent: Draft): void {
  discardDraft(userId, draftName, sent);
  keepDraft(userId, attemptName, null);
}
