/** Links between records, `[[title]]` and `[[DOC-3fa9c1]]`, in a text that is being written. */

import type { OpenWord } from './openWords';

/** The most characters of a title. */
const longest = 200;

/** The link that is being written at the caret; `null` if there is none. */
export function openLinkAt(text: string, caret: number): OpenWord | null {
  const before = text.slice(Math.max(0, caret - longest - 2), caret);
  const opened = before.lastIndexOf('[[');
  if (opened < 0) return null;
  const query = before.slice(opened + 2);
  return /[\][\n]/.test(query) ? null : { start: caret - query.length, query };
}

/** Where the words of a link end that are replaced by a label: behind its closing brackets, if they follow at once. */
export function endOfLink(text: string, caret: number): number {
  return text.startsWith(']]', caret) ? caret + 2 : caret;
}

export interface LinkableRecord {
  readonly id: string;
  readonly title: string;
}

/** The label that leads to this record: its title, or its short id where a title would be unclear. */
export function labelFor(record: LinkableRecord, others: readonly LinkableRecord[]): string {
  const same = (title: string) => title.trim().toLowerCase() === record.title.trim().toLowerCase();
  const isUnclear =
    /[\][]/.test(record.title) || others.some(({ id, title }) => id !== record.id && same(title));
  return isUnclear ? `DOC-${record.id.replaceAll('-', '').slice(0, 12).toUpperCase()}` : record.title;
}
