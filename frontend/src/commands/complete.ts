import type { Person } from '@/lib/permissions';
import { wordsOf } from './table';

/** The result of Tab on a line. */
export interface Completion {
  readonly line: string;
  /** The possible words, if there is more than one. */
  readonly options: readonly string[];
}

function commonStart(words: readonly string[]): string {
  const [first = '', ...rest] = words;
  let length = first.length;
  for (const word of rest) {
    let same = 0;
    while (same < length && word[same] === first[same]) same += 1;
    length = same;
  }
  return first.slice(0, length);
}

/**
 * Completes the last word of a line as far as it is unambiguous; `null` if nothing matches or there is nothing to add.
 */
export function complete(line: string, user: Person | null): Completion | null {
  const text = line.replace(/^\s*:?\s*/, '').toLowerCase();
  const parts = /^(\S+)(?:\s+(\S*))?$/.exec(text);
  if (parts === null) return null;
  const [, verb = '', word] = parts;
  const [start, typed] = word === undefined ? ['', verb] : [`${verb} `, word];
  const fitting = wordsOf(user, word === undefined ? undefined : verb).filter((candidate) =>
    candidate.startsWith(typed),
  );
  if (fitting.length === 0) return null;
  const completed = start + commonStart(fitting);
  if (completed === line && fitting.length === 1) return null;
  return { line: completed, options: fitting.length > 1 ? fitting.map((option) => option.trim()) : [] };
}
