/** Comparison of two texts that only this window has. The server compares stored texts. */

import type { Block, Segment } from './diff';

/** Maximum number of cells of the table of common lengths; larger inputs are compared as a whole. */
const maxCells = 1_000_000;

interface Run {
  readonly kind: Segment['kind'];
  readonly parts: readonly string[];
}

/** Length of the longest common subsequence of both remainders, for each pair of start positions. */
function commonLengths(old: readonly string[], next: readonly string[]): readonly Uint16Array[] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint16Array(next.length + 1));
  for (let i = old.length - 1; i >= 0; i -= 1) {
    const row = lengths[i];
    const below = lengths[i + 1];
    for (let j = next.length - 1; row !== undefined && below !== undefined && j >= 0; j -= 1)
      row[j] = old[i] === next[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
  }
  return lengths;
}

/** The runs between the common start and the common end. */
function middleRuns(old: readonly string[], next: readonly string[]): readonly Run[] {
  if (old.length * next.length > maxCells)
    return [
      { kind: 'removed', parts: old },
      { kind: 'added', parts: next },
    ];
  const lengths = commonLengths(old, next);
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  const runs: Run[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < next.length) {
    const [one, other] = [old[i], next[j]];
    if (one !== undefined && one === other) {
      runs.push({ kind: 'same', parts: [one] });
      i += 1;
      j += 1;
    } else if (one !== undefined && (other === undefined || at(i + 1, j) >= at(i, j + 1))) {
      runs.push({ kind: 'removed', parts: [one] });
      i += 1;
    } else {
      runs.push({ kind: 'added', parts: other === undefined ? [] : [other] });
      j += 1;
    }
  }
  return runs;
}

/** The runs of both lists in order: common parts, and parts of one list only. */
function runsOf(old: readonly string[], next: readonly string[]): readonly Run[] {
  const most = Math.min(old.length, next.length);
  let start = 0;
  while (start < most && old[start] === next[start]) start += 1;
  let end = 0;
  while (end < most - start && old[old.length - 1 - end] === next[next.length - 1 - end]) end += 1;
  return [
    { kind: 'same', parts: old.slice(0, start) },
    ...middleRuns(old.slice(start, old.length - end), next.slice(start, next.length - end)),
    { kind: 'same', parts: old.slice(old.length - end) },
  ];
}

/** Joins runs of the same kind into segments. */
function joinRuns(runs: readonly Run[]): readonly Segment[] {
  const segments: { kind: Segment['kind']; text: string }[] = [];
  for (const { kind, parts } of runs) {
    const text = parts.join('');
    const last = segments.at(-1);
    if (text === '') continue;
    if (last?.kind === kind) last.text += text;
    else segments.push({ kind, text });
  }
  return segments;
}

export function compareWords(old: string, next: string): readonly Segment[] {
  const words = (text: string) => text.match(/\s+|[\p{L}\p{N}\p{M}]+|[^\s\p{L}\p{N}\p{M}]/gu) ?? [];
  return joinRuns(runsOf(words(old), words(next)));
}

const countLines = (text: string) => text.split('\n').length - 1;

/** Compares two texts: blocks of equal lines, and blocks of different lines compared word by word. */
export function compareTexts(old: string, next: string): readonly Block[] {
  const lines = (text: string) => (text.endsWith('\n') ? text : `${text}\n`).match(/[^\n]*\n/g) ?? [];
  const blocks: Block[] = [];
  let [oldLine, newLine, removed, added] = [1, 1, '', ''];
  const endChange = () => {
    if (removed + added === '') return;
    const segments = compareWords(removed, added);
    blocks.push({ kind: 'changed', clash: false, oldLine, newLine, segments });
    oldLine += countLines(removed);
    newLine += countLines(added);
    removed = '';
    added = '';
  };
  for (const { kind, text } of joinRuns(runsOf(lines(old), lines(next)))) {
    if (kind === 'removed') removed += text;
    else if (kind === 'added') added += text;
    else {
      endChange();
      blocks.push({ kind: 'same', oldLine, newLine, text: text.replace(/\n$/, '') });
      oldLine += countLines(text);
      newLine += countLines(text);
    }
  }
  endChange();
  return blocks;
}
