import type { Segment } from './diff';
import { pictureMarks } from './pictures';

/** A piece of a comparison with its position in the texts joined in order. */
interface Placed extends Segment {
  readonly start: number;
  readonly end: number;
}

type Range = readonly [start: number, end: number];

function placed(segments: readonly Segment[]): readonly Placed[] {
  let at = 0;
  return segments.map((segment) => {
    const start = at;
    at += segment.text.length;
    return { ...segment, start, end: at };
  });
}

/** The ranges of the pictures of one of the texts, in positions of the joined texts. */
function rangesOf(pieces: readonly Placed[], other: Segment['kind']): readonly Range[] {
  const own = pieces.filter(({ kind }) => kind !== other);
  const text = own.map((piece) => piece.text).join('');
  /** The position in the joined texts of the character at `at`. */
  const position = (at: number) => {
    let before = 0;
    for (const piece of own) {
      if (at < before + piece.text.length) return piece.start + at - before;
      before += piece.text.length;
    }
    return before;
  };
  return [...text.matchAll(pictureMarks)].map(({ 0: mark, index }) => [
    position(index),
    position(index + mark.length - 1) + 1,
  ]);
}

/** Joins ranges that overlap. */
function joined(ranges: readonly Range[]): readonly Range[] {
  const all: [start: number, end: number][] = [];
  for (const [start, end] of [...ranges].sort((one, other) => one[0] - other[0])) {
    const last = all.at(-1);
    if (last !== undefined && start < last[1]) last[1] = Math.max(last[1], end);
    else all.push([start, end]);
  }
  return all;
}

/** The parts of the pieces that are in a range. */
function cut(pieces: readonly Placed[], [from, to]: Range): readonly Segment[] {
  return pieces
    .filter(({ start, end }) => start < to && end > from)
    .map(({ kind, text, start }) => ({ kind, text: text.slice(Math.max(0, from - start), to - start) }))
    .filter(({ text }) => text !== '');
}

/** The parts in one of the texts, and in place of them those in the other one. */
function exchanged(parts: readonly Segment[]): readonly Segment[] {
  const side = (kind: 'removed' | 'added'): Segment => ({
    kind,
    text: parts
      .filter((part) => part.kind === 'same' || part.kind === kind)
      .map(({ text }) => text)
      .join(''),
  });
  return [side('removed'), side('added')];
}

/**
 * The segments of a passage with whole pictures: one of which only some words differ is removed and added as a whole.
 */
export function wholePictures(segments: readonly Segment[]): readonly Segment[] {
  const pieces = placed(segments);
  const isSplit = ([from, to]: Range) => !pieces.some(({ start, end }) => start <= from && end >= to);
  const ranges = joined([...rangesOf(pieces, 'added'), ...rangesOf(pieces, 'removed')]).filter(isSplit);
  if (ranges.length === 0) return segments;
  const length = pieces.at(-1)?.end ?? 0;
  let at = 0;
  const parts = ranges.flatMap((range) => {
    const before = cut(pieces, [at, range[0]]);
    at = range[1];
    return [...before, ...exchanged(cut(pieces, range))];
  });
  return [...parts, ...cut(pieces, [at, length])];
}
