import { attemptAnswered, attemptKey as attemptKeyOf } from '@/lib/attempts';
import { discardDraft, keepDraft, readDraft as readKept } from '@/lib/drafts';
import { readTexts } from '@/state/useDraft';
import { emptyValues, isBlank, type SubmissionValues } from './schema';

/** A file that the server holds for the next submission. */
export interface AttachedFile {
  readonly name: string;
  /** `/objects/…` */
  readonly path: string;
}

/** The rejected submission that is being revised. */
export interface Revision {
  readonly title: string;
  /** The reviewer's comment; `null` if there is none. */
  readonly reason: string | null;
  /** The reviewer's name; `null` if it is unknown. */
  readonly reviewer: string | null;
  /** Time of the rejection, RFC 3339. */
  readonly rejectedAt: string | null;
}

/** What was typed and not sent. */
export interface Draft {
  readonly values: SubmissionValues;
  readonly file: AttachedFile | null;
  /** The name of a file whose upload has not completed. */
  readonly lostFile: string | null;
  readonly revising: Revision | null;
}

/** The draft of an empty form. */
export const emptyDraft: Draft = { values: emptyValues, file: null, lostFile: null, revising: null };

/** The name under which the draft is kept. */
export const draftName = 'submission';

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Reads what was stored as a draft; what is not one reads as an empty one. */
export function parseDraft(stored: unknown): Draft {
  const { values, file, lostFile, revising } = isRecord(stored) ? stored : {};
  return {
    values: readTexts(values, emptyValues) ?? emptyValues,
    file:
      isRecord(file) && typeof file.name === 'string' && typeof file.path === 'string'
        ? { name: file.name, path: file.path }
        : null,
    lostFile: textOrNull(lostFile),
    revising:
      isRecord(revising) && typeof revising.title === 'string'
        ? {
            title: revising.title,
            reason: textOrNull(revising.reason),
            reviewer: textOrNull(revising.reviewer),
            rejectedAt: textOrNull(revising.rejectedAt),
          }
        : null,
  };
}

/** What this person has typed and not sent. */
export function readDraft(userId: string): Draft {
  return parseDraft(readKept(userId, draftName));
}

/** Keeps it until it is sent or cleared; an empty one is not kept. */
export function writeDraft(userId: string, draft: Draft): void {
  const { values, file, lostFile, revising } = draft;
  const isEmpty = isBlank(values) && file === null && lostFile === null && revising === null;
  keepDraft(userId, draftName, isEmpty ? null : draft);
}

/** The idempotency key for sending this body. */
export function attemptKey(userId: string, body: object): string {
  return attemptKeyOf(userId, draftName, body);
}

/** Removes a draft that has been sent, from storage and from every form that shows it. */
export function draftSent(userId: string, sent: Draft): void {
  discardDraft(userId, draftName, sent);
  attemptAnswered(userId, draftName);
}
