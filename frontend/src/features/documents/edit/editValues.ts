import type { ProposeEditRequest } from '@/api/generated';
import type { DocumentRecord, OwnEdit } from '@/api/types';
import { attachedFiles, idsOf, readAttached } from '@/lib/attachedFiles';
import { checkFields, where, type Rule } from '@/lib/checks';
import { isRecord } from '@/lib/isRecord';
import { draws, filesRules, textLimits, textRules } from '@/lib/recordText';
import { countCharacters } from '@/lib/text';
import { readTexts } from '@/lib/storedTexts';
import { editFields, type EditFields, type EditText } from '@/text/editDrafts';
import { isSameText } from '@/text/keptText';

/** The longest description of a change that the server accepts, in characters. */
const descriptionLimit = 2000;

/** The version that an edit is written against. */
export interface EditBase {
  readonly version: number;
  readonly values: EditFields;
}

export function baseOf(document: DocumentRecord): EditBase {
  return {
    version: document.version,
    values: {
      title: document.title,
      category: document.category,
      level: String(document.clearanceLevel),
      content: document.content ?? '',
      changeDescription: '',
      files: attachedFiles(document),
    },
  };
}

const filled: Rule = where(draws, 'Title and category are required');

/**
 * The longest content of an edit of this text, in characters: a document that is longer than new ones may stay as long.
 */
export const longestEdit = (content: string) => Math.max(textLimits.content, countCharacters(content));

/** The check of an edit of this text by somebody of this level, who proposes no level above it. */
export const checkEditBy = (level: number, content: string) =>
  checkFields<EditFields>({
    title: [filled, ...textRules('Title', textLimits.title, 'line')],
    category: [filled],
    level: [where((value) => Number(value) <= level, `You can propose up to level ${level}`)],
    content: textRules('Content', longestEdit(content), 'lines'),
    changeDescription: textRules('The description', descriptionLimit, 'line'),
    files: filesRules,
  });

/** The request for an edit. Texts are trimmed; a content that was left alone stays as it is, blanks included. */
export function requestOf(values: EditFields, base: EditBase) {
  const description = values.changeDescription.trim();
  return {
    title: values.title.trim(),
    // The form offers nothing else.
    category: values.category as ProposeEditRequest['category'],
    clearanceLevel: Number(values.level),
    content: values.content === base.values.content ? values.content : values.content.trim(),
    ...(description === '' ? {} : { changeDescription: description }),
    files: idsOf(values.files),
    baseVersion: base.version,
  };
}

/** Whether an edit would leave the document as it is. */
export function isUnchanged(values: EditFields, base: EditBase): boolean {
  const before = requestOf(base.values, base);
  const after = requestOf(values, base);
  return (['title', 'category', 'clearanceLevel', 'content', 'files'] as const).every((name) =>
    isSameText(after[name], before[name]),
  );
}

/** The document as an edit in which nothing was changed. */
export function unchangedText(document: DocumentRecord): EditText {
  const base = baseOf(document);
  return { documentId: document.id, revises: null, base, values: base.values };
}

/** What an edit began with. Where this browser does not know it, the document as it is takes its place. */
export function beganWith({ base }: EditText, document: DocumentRecord): EditBase {
  return { version: base.version, values: base.values ?? baseOf(document).values };
}

/** Reads the values of a form; those that are missing are as in `like`. */
function readFields(stored: unknown, { files, ...texts }: EditFields): EditFields | null {
  const read = readTexts(stored, texts);
  const kept = isRecord(stored) ? readAttached(stored.files) : null;
  return read === null ? null : { ...read, files: kept ?? files };
}

/** Reads what was kept of an edit of this document; `null` where it is not one. */
export function readEdit(stored: unknown, document: DocumentRecord): EditText | null {
  if (!isRecord(stored) || !isRecord(stored.base) || typeof stored.base.version !== 'number') return null;
  const like = baseOf(document).values;
  const values = readFields(stored.values, like);
  const began = stored.base.values === null ? like : readFields(stored.base.values, like);
  return values === null || began === null
    ? null
    : {
        documentId: document.id,
        revises: typeof stored.revises === 'string' ? stored.revises : null,
        base: { version: stored.base.version, values: began },
        values,
      };
}

/** A rejected edit as the form takes it: its text on the version that it was made from. */
export function revisedText(edit: OwnEdit, document: DocumentRecord): EditText {
  return {
    documentId: document.id,
    revises: edit.id,
    base: { version: edit.baseVersion, values: baseOf(document).values },
    values: editFields(edit),
  };
}
