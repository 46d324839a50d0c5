import type { AttachedFile } from './attachedFiles';
import type { Segment } from './diff';

/** The files of two texts as segments of a comparison: those that were removed, then the others in their order. */
export function fileSegments(
  before: readonly AttachedFile[],
  after: readonly AttachedFile[],
): readonly Segment[] {
  const had = new Set(before.map(({ fileId }) => fileId));
  const has = new Set(after.map(({ fileId }) => fileId));
  const removed = before.filter(({ fileId }) => !has.has(fileId));
  const pieces: readonly Segment[] = [
    ...removed.map(({ name }) => ({ kind: 'removed', text: name }) as const),
    ...after.map(({ fileId, name }) => ({ kind: had.has(fileId) ? 'same' : 'added', text: name }) as const),
  ];
  return pieces.flatMap((piece, at) => (at === 0 ? [piece] : [{ kind: 'same', text: ', ' } as const, piece]));
}

/** Whether files were added or removed. */
export function haveFilesChanged(segments: readonly Segment[]): boolean {
  return segments.some(({ kind }) => kind !== 'same');
}
