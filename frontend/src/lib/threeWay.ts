/** Compares two edits of the same base text: passages that both changed, and passages that only one changed. */

import { segmentsOf, type Block, type PassageMark, type Side } from './diff';

/** Lines from 1; `to` is the line after the last. An empty range is the position between two lines. */
interface Range {
  readonly from: number;
  readonly to: number;
}

const lineOf = { old: 'oldLine', new: 'newLine' } as const;

/** A changed block with its lines in both texts. */
interface Change {
  readonly block: Block;
  readonly old: Range;
  readonly new: Range;
  readonly isClash: boolean;
}

function rangeOf(blocks: readonly Block[], index: number, side: Side): Range {
  const from = blocks[index]?.[lineOf[side]] ?? 1;
  return { from, to: blocks[index + 1]?.[lineOf[side]] ?? Number.POSITIVE_INFINITY };
}

function changesOf(blocks: readonly Block[]): readonly Change[] {
  return blocks.flatMap((block, index) =>
    block.kind === 'changed'
      ? [
          {
            block,
            old: rangeOf(blocks, index, 'old'),
            new: rangeOf(blocks, index, 'new'),
            isClash: block.clash,
          },
        ]
      : [],
  );
}

/** Whether two ranges share a line, or one is an empty range within or at the edge of the other. */
function overlap(left: Range, right: Range): boolean {
  const isPlace = left.from === left.to || right.from === right.to;
  return isPlace
    ? left.from <= right.to && right.from <= left.to
    : left.from < right.to && right.from < left.to;
}

/** Two edits of the same base, as comparisons with that base. */
export interface TwoEdits {
  /** The base compared with the text on file. */
  readonly theirs: readonly Block[];
  /** The base compared with the edit. */
  readonly ours: readonly Block[];
}

/**
 * Marks each block of a comparison of the text on file with the edit: `clash` if both changed the passage, `undoes` if
 * only the text on file changed it, so that the edit would take that change back, otherwise `null`.
 */
export function markChanges(
  blocks: readonly Block[],
  { theirs, ours }: TwoEdits,
): (block: Block) => PassageMark {
  const marks = new Map<Block, PassageMark>();
  const [filed, edited] = [changesOf(theirs), changesOf(ours)];
  for (const change of changesOf(blocks)) {
    const isOnFile = filed.some((one) => overlap(one.new, change.old));
    const isInEdit = edited.some((one) => overlap(one.new, change.new));
    if (change.isClash) marks.set(change.block, 'clash');
    else if (isOnFile && !isInEdit) marks.set(change.block, 'undoes');
  }
  return (block) => marks.get(block) ?? null;
}

/** Removes the changes that only the text on file has from the comparison, so that they are kept. */
export function keepFiled(blocks: readonly Block[], markOf: (block: Block) => PassageMark): readonly Block[] {
  return blocks.map((block): Block => {
    if (block.kind === 'same' || markOf(block) !== 'undoes') return block;
    const { oldLine, newLine } = block;
    const text = segmentsOf(block.segments, 'old')
      .map((segment) => segment.text)
      .join('');
    return { kind: 'same', oldLine, newLine, text: text.replace(/\n$/, '') };
  });
}
