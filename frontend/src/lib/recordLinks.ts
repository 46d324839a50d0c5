/** Links between records, `[[title]]` and `[[DOC-3fa9c1]]`, in a text that is being edited. */

import { textLimits } from './recordText';
import type { WordAtCaret } from './wordAtCaret';

/** The target of the link that is being typed at the caret; `null` if there is none, or if its words are typed. */
export function linkAtCaret(text: string, caret: number): WordAtCaret | null {
  const before = text.slice(Math.max(0, caret - textLimits.title - 2), caret);
  const opened = before.lastIndexOf('[[');
  if (opened < 0) return null;
  const query = before.slice(opened + 2);
  return /[\][\n|]/.test(query) ? null : { start: caret - query.length, query };
}

/** End of a link, after the caret: after its heading or words, if they follow immediately, and its closing brackets. */
export function endOfLink(text: string, caret: number): number {
  return caret + (/^(?:(?:#|\\?\|)[^\][\n]*)?\]\]/.exec(text.slice(caret))?.[0].length ?? 0);
}

export interface LinkableRecord {
  readonly id: string;
  readonly title: string;
}

/** The target that leads to this record: its title, or its short id if the title would be ambiguous. */
export function labelFor(record: LinkableRecord, others: readonly LinkableRecord[]): string {
  const same = (title: string) => title.trim().toLowerCase() === record.title.trim().toLowerCase();
  const isUnclear =
    /[\][|]|^#/.test(record.title) || others.some(({ id, title }) => id !== record.id && same(title));
  return isUnclear ? `DOC-${record.id.replaceAll('-', '').slice(0, 12).toUpperCase()}` : record.title;
}
