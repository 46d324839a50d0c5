/** Finds the words and phrases of a search in a text. */

import type { Term } from './query';
import { tokensOf } from './words';

/** UTF-16 offsets of the first code unit and after the last one. */
export type Range = readonly [start: number, end: number];

interface Word {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** The end of a term that begins at this word; `null` if the term does not match here. */
function endOfTerm(words: readonly Word[], at: number, { words: wanted, isOpen }: Term): number | null {
  let end = 0;
  for (const [offset, expected] of wanted.entries()) {
    const found = words[at + offset];
    if (found === undefined) return null;
    if (found.word !== expected && !(isOpen && found.word.startsWith(expected))) return null;
    end = found.end;
  }
  return wanted.length === 0 ? null : end;
}

/**
 * The matches of the terms in a text, ascending and without overlap, at most `most`. A phrase is one match, from its
 * first word to its last.
 */
export function findMatches(text: string, terms: readonly Term[], most: number): readonly Range[] {
  if (terms.length === 0) return [];
  const words = Array.from(tokensOf(text)).flatMap((token): readonly Word[] =>
    token.words.map((word) => ({ word, start: token.start, end: token.end })),
  );
  const found: [start: number, end: number][] = [];
  for (const [at, { start }] of words.entries()) {
    const ends = terms.flatMap((term) => endOfTerm(words, at, term) ?? []);
    if (ends.length === 0) continue;
    const end = Math.max(...ends);
    const before = found.at(-1);
    if (before !== undefined && start < before[1]) before[1] = Math.max(before[1], end);
    else if (found.length === most) break;
    else found.push([start, end]);
  }
  return found;
}
