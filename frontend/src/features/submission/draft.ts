import { emptyValues, type SubmissionValues } from './schema';

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

/**
 * Kept in this window's own storage until it is sent or cleared: a reload, a lost session or a lockdown takes nothing
 * away. It belongs to one operator, so that the next one at this screen does not find it in their form.
 */
function keyOf(userId: string): string {
  return `facility.submission.${userId}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function parse(stored: unknown): Draft {
  const { values, file } = isRecord(stored) ? stored : {};
  const typed = isRecord(values) ? values : {};
  return {
    values: {
      title: textOf(typed.title),
      category: textOf(typed.category),
      content: textOf(typed.content),
    },
    file:
      isRecord(file) && typeof file.name === 'string' && typeof file.path === 'string'
        ? { name: file.name, path: file.path }
        : null,
  };
}

export function readDraft(userId: string): Draft {
  try {
    return parse(JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? 'null'));
  } catch {
    return { values: emptyValues, file: null };
  }
}

export function writeDraft(userId: string, draft: Draft): void {
  try {
    sessionStorage.setItem(keyOf(userId), JSON.stringify(draft));
  } catch {
    // Blocked or full: the text lives on in the form alone, and leaving the page asks first.
  }
}

export function clearDraft(userId: string): void {
  try {
    sessionStorage.removeItem(keyOf(userId));
  } catch {
    // As above.
  }
}
