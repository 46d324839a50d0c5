import type { Term } from './query';
import { findMatches, type Range } from './wordMatches';

/** Length of an excerpt and of what it has before the first match, in UTF-16 code units. */
const lengths = { all: 160, before: 30 } as const;

/** Number of matches that an excerpt marks. */
const mostMarks = 20;

interface FileExcerpt {
  readonly text: string;
  readonly ranges: readonly Range[];
}

/** The part of a file's text around the first match, on one line and cut at words; `null` without a match. */
export function excerptOf(text: string, terms: readonly Term[]): FileExcerpt | null {
  const [first] = findMatches(text, terms, 1);
  if (first === undefined) return null;
  const from = Math.max(0, first[0] - lengths.before);
  const lead = from === 0 ? text.slice(0, first[0]) : text.slice(from, first[0]).replace(/^\S*\s*/, '');
  const rest = text.slice(first[0], first[0] + lengths.all - lead.length);
  const isCut = first[0] + rest.length < text.length;
  const tail = isCut && first[1] - first[0] < rest.length ? rest.replace(/\s\S*$/, '') : rest;
  const line = `${lead}${tail}`.replace(/\s+/g, ' ').trim();
  const shown = `${from === 0 ? '' : '…'}${line}${isCut ? '…' : ''}`;
  return { text: shown, ranges: findMatches(shown, terms, mostMarks) };
}
