import { isRecord } from '@/lib/isRecord';
import { isSameText } from './keptText';

export interface AttachedFile {
  readonly name: string;
  /** `/objects/…` */
  readonly path: string;
}

export interface RecordText {
  readonly title: string;
  readonly category: string;
  readonly content: string;
  /** The release date as typed. */
  readonly release: string;
  readonly file: AttachedFile | null;
  /** The name of a file whose upload has not completed. */
  readonly lostFile: string | null;
  /** A member of the draft that the form does not show. */
  readonly clearanceLevel: number | null;
}

export const emptyRecord: RecordText = {
  title: '',
  category: '',
  content: '',
  release: '',
  file: null,
  lostFile: null,
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

/** Reads what was stored as a text; `null` for anything else. */
export function readRecord(stored: unknown): RecordText | null {
  if (!isRecord(stored)) return null;
  const { title, category, content, release, file, lostFile, clearanceLevel } = stored;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const isFile = isRecord(file) && typeof file.name === 'string' && typeof file.path === 'string';
  return {
    title: text(title),
    category: text(category),
    content: text(content),
    release: text(release),
    file: isFile ? { name: text(file.name), path: text(file.path) } : null,
    lostFile: typeof lostFile === 'string' ? lostFile : null,
    clearanceLevel: typeof clearanceLevel === 'number' ? clearanceLevel : null,
  };
}

/** Whether the form is empty, apart from its level. */
export function isBlankRecord(text: RecordText): boolean {
  const { clearanceLevel } = text;
  const words = { title: text.title.trim(), content: text.content.trim(), release: text.release.trim() };
  return isSameText({ ...text, ...words }, { ...emptyRecord, clearanceLevel });
}
