import { attemptAnswered, attemptKey as attemptKeyOf } from '@/lib/attempts';
import type { DraftText } from '@/api/drafts';
import type { Draft as ServerDraft } from '@/api/types';
import type { Unsaved } from '@/lib/autosave';
import { discardDraft, keepDraft, readDraft as readKept } from '@/lib/drafts';
import { releaseOf, typedRelease } from '@/lib/releaseDate';
import { readTexts } from '@/state/useDraft';
import { categoryOf, emptyValues, isBlank, type SubmissionValues } from './schema';

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
  /** The name of a file whose upload has not completed. */
  readonly lostFile: string | null;
}

/** Whether it has a file, or had one whose upload was not completed. */
export function hasFile({ file, lostFile }: Draft): boolean {
  return file !== null || lostFile !== null;
}

/** The draft of an empty form. */
export const emptyDraft: Draft = { values: emptyValues, file: null, lostFile: null };

/** The name under which a window keeps what is written on the submission page. */
export const draftName = 'submission';

/** The name under which a window keeps a draft that was opened from the workspace. */
export function openedName(id: string): string {
  return `draft.${id}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Reads what was stored as a draft; what is not one reads as an empty one. */
export function parseDraft(stored: unknown): Draft {
  const { values, file, lostFile } = isRecord(stored) ? stored : {};
  return {
    values: readTexts(values, emptyValues) ?? emptyValues,
    file:
      isRecord(file) && typeof file.name === 'string' && typeof file.path === 'string'
        ? { name: file.name, path: file.path }
        : null,
    lostFile: textOrNull(lostFile),
  };
}

/** What this person has typed and not sent. */
export function readDraft(userId: string, name = draftName): Draft {
  return parseDraft(readKept(userId, name));
}

/** Keeps it until it is sent or cleared; an empty one is not kept. */
export function writeDraft(userId: string, draft: Draft, name = draftName): void {
  const isEmpty = isBlank(draft.values) && !hasFile(draft);
  keepDraft(userId, name, isEmpty ? null : draft);
}

/** The idempotency key for sending this body. */
export function attemptKey(userId: string, body: object, name = draftName): string {
  return attemptKeyOf(userId, name, body);
}

/** Removes a draft that has been sent, from storage and from every form that shows it. */
export function draftSent(userId: string, sent: Draft, name = draftName): void {
  discardDraft(userId, name, sent);
  attemptAnswered(userId, name);
}

/** What this window knows about the draft on the server that a form is saved to. */
export interface Anchor extends Omit<Unsaved<DraftText>, 'text'> {
  /** The server had everything when the form was last used. */
  readonly isSaved: boolean;
  /** A member of the draft that the form does not show. */
  readonly clearanceLevel: number | null;
}

/** Returns what this window knows about the draft of a form; `null` if it has none. */
export function readAnchor(userId: string, name: string): Anchor | null {
  const kept = readKept(userId, `${name}.anchor`);
  return isRecord(kept) && typeof kept.slot === 'string' ? (kept as unknown as Anchor) : null;
}

/** Keeps what this window knows about the draft of a form. `null` forgets it. */
export function writeAnchor(userId: string, name: string, anchor: Anchor | null): void {
  keepDraft(userId, `${name}.anchor`, anchor);
}

/** A text as it is saved. An empty field is none. */
export function textToSave(
  { title, category, content, release }: SubmissionValues,
  filePath: string | null,
  clearanceLevel: number | null,
): DraftText {
  const orNull = (text: string) => (text === '' ? null : text);
  return {
    title: orNull(title),
    content: orNull(content),
    category: categoryOf(category) ?? null,
    clearanceLevel,
    filePath,
    scheduledReleaseAt: releaseOf(release),
  };
}

/** A saved text as the form takes it. */
export function fromText(text: DraftText, fileName: string | null): Draft {
  const { title, content, category, filePath, scheduledReleaseAt } = text;
  return {
    // In the order of the empty values: forms are compared as text.
    values: {
      ...emptyValues,
      title: title ?? '',
      content: content ?? '',
      category: category ?? '',
      release: typedRelease(scheduledReleaseAt),
    },
    file: filePath === null ? null : { name: fileName ?? 'Attached file', path: filePath },
    lostFile: null,
  };
}

/** A draft of the server as the form takes it. */
export function fromServer(draft: ServerDraft): Draft {
  return fromText(draft, draft.attachment?.name ?? null);
}
