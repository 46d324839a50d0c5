import { fileAt, readAttached, type AttachedFile } from '@/lib/attachedFiles';
import { isRecord } from '@/lib/isRecord';
import { isSameText } from './keptText';

export interface RecordText {
  readonly title: string;
  readonly category: string;
  readonly content: string;
  /** The release date as typed. */
  readonly release: string;
  readonly files: readonly AttachedFile[];
  /** A member of the draft that the form does not show. */
  readonly clearanceLevel: number | null;
}

export const emptyRecord: RecordText = {
  title: '',
  category: '',
  content: '',
  release: '',
  files: [],
  clearanceLevel: null,
};

/** Prefix of the names of new records' texts. */
export const recordPrefix = 'record.';

/** The name of a text in the form of new records. */
export function recordName(id: string): string {
  return `${recordPrefix}${id}`;
}

/** The name of a draft that was opened from the workspace. */
export function draftName(id: string): string {
  return `${recordPrefix}draft.${id}`;
}

/** The one file of a text that version 1.0 stored. */
function readFile(stored: unknown): readonly AttachedFile[] {
  return isRecord(stored) && typeof stored.name === 'string' && typeof stored.path === 'string'
    ? [fileAt(stored.path, stored.name)]
    : [];
}

/** Reads what was stored as a text; `null` for anything else. */
export function readRecord(stored: unknown): RecordText | null {
  if (!isRecord(stored)) return null;
  const { title, category, content, release, files, file, clearanceLevel } = stored;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    title: text(title),
    category: text(category),
    content: text(content),
    release: text(release),
    files: readAttached(files) ?? readFile(file),
    clearanceLevel: typeof clearanceLevel === 'number' ? clearanceLevel : null,
  };
}

/** Whether the form is empty, apart from its level. */
export function isBlankRecord(text: RecordText): boolean {
  const { clearanceLevel } = text;
  const words = { title: text.title.trim(), content: text.content.trim(), release: text.release.trim() };
  return isSameText({ ...text, ...words }, { ...emptyRecord, clearanceLevel });
}
