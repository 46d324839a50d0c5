/** Links between records, `[[title]]` and `[[DOC-3fa9c1]]`, in a text that is being edited. */

import type { WordAtCaret } from './wordAtCaret';

/** Maximum length of a title, in characters. */
const maxLength = 200;

/** The link that is being typed at the caret; `null` if there is none. */
export function linkAtCaret(text: string, caret: number): WordAtCaret | null {
  const before = text.slice(Math.max(0, caret - maxLength - 2), caret);
  const opened = before.lastIndexOf('[[');
  if (opened < 0) return null;
  const query = before.slice(opened + 2);
  return /[\][\n]/.test(query) ? null : { start: caret - query.length, query };
}

/** End of the text that a label replaces: after the closing brackets if they follow immediately. */
export function endOfLink(text: string, caret: number): number {
  return text.startsWith(']]', caret) ? caret + 2 : caret;
}

export interface LinkableRecord {
  readonly id: string;
  readonly title: string;
}

/** The label that links to this record: its title, or its short id if the title would be ambiguous. */
export function labelFor(record: LinkableRecord, others: readonly LinkableRecord[]): string {
  const same = (title: string) => title.trim().toLowerCase() === record.title.trim().toLowerCase();
  const isUnclear =
    /[\][]/.test(record.title) || others.some(({ id, title }) => id !== record.id && same(title));
  return isUnclear ? `DOC-${record.id.replaceAll('-', '').slice(0, 12).toUpperCase()}` : record.title;
}
