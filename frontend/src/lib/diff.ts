/** The comparison of two texts as the server sends it, and the passages that a screen shows of it. */

export interface Segment {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** First line of a block in both texts, counted from 1. */
interface BlockStart {
  readonly oldLine: number;
  readonly newLine: number;
}

interface SameBlock extends BlockStart {
  readonly kind: 'same';
  readonly text: string;
}

/** Lines that differ, compared word by word; each ends with a line break. */
interface ChangedBlock extends BlockStart {
  readonly kind: 'changed';
  /** Two people changed these lines differently. */
  readonly clash: boolean;
  readonly segments: readonly Segment[];
}

/** A run of lines. The blocks of a comparison follow one another without a gap. */
export type Block = SameBlock | ChangedBlock;

export type Side = 'old' | 'new';

const otherKind = { old: 'added', new: 'removed' } as const;

/** The segments of a passage that one of the texts contains. */
export function segmentsOf(segments: readonly Segment[], side: Side): readonly Segment[] {
  return segments.filter(({ kind }) => kind !== otherKind[side]);
}

/** Additional mark of a changed passage. */
export type PassageMark = 'clash' | 'undoes' | null;

/** A passage as a screen shows it. Keys are stable for one comparison. */
export type Passage =
  | { readonly kind: 'folded'; readonly key: number; readonly text: string; readonly label: string }
  | { readonly kind: 'context'; readonly key: number; readonly text: string }
  | {
      readonly kind: 'changed';
      readonly key: number;
      readonly segments: readonly Segment[];
      readonly mark: PassageMark;
    };

const heading = /^ {0,3}#{1,6}\s+(.*?)[\s#]*$/;

/** Number of paragraphs, that is, runs of nonempty lines. */
function countParagraphs(text: string): number {
  return text.split(/\n\s*\n/).filter((part) => part.trim() !== '').length;
}

/** Label of a folded text: its heading if it is a single section, otherwise its length. */
function foldLabel(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const headings = lines.filter((line) => heading.test(line));
  const [first = ''] = lines;
  const name = heading.exec(first)?.[1]?.trim();
  if (headings.length === 1 && name) return `${name}: unchanged`;
  const count = countParagraphs(text);
  return count === 1 ? '1 unchanged paragraph' : `${count} unchanged paragraphs`;
}

/** Splits off a heading at the end of a text, which belongs to what follows, without its `#` marks. */
function cutHeading(text: string): readonly [rest: string, heading: string | null] {
  const lines = text.trimEnd().split('\n');
  const last = lines.at(-1) ?? '';
  const name = heading.exec(last)?.[1]?.trim();
  return name ? [lines.slice(0, -1).join('\n'), name] : [text, null];
}

const trimLines = (text: string) => text.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd();

/** The passages of a comparison. Unchanged text is folded, except for a heading right before a change. */
export function passagesOf(
  blocks: readonly Block[],
  markOf: (block: Block) => PassageMark = () => null,
): readonly Passage[] {
  return blocks.flatMap((block, index): Passage[] => {
    const key = index * 2;
    if (block.kind === 'changed')
      return [{ kind: 'changed', key, segments: block.segments, mark: markOf(block) }];
    const isBeforeChange = blocks[index + 1]?.kind === 'changed';
    const [rest, title] = isBeforeChange ? cutHeading(block.text) : [block.text, null];
    const text = trimLines(rest);
    return [
      ...(text === '' ? [] : [{ kind: 'folded', key, text, label: foldLabel(text) } as const]),
      ...(title === null ? [] : [{ kind: 'context', key: key + 1, text: title } as const]),
    ];
  });
}

/** A whole text as one passage that is not folded. */
export function wholePassage(blocks: readonly Block[]): Passage {
  const segments = blocks.flatMap((block) =>
    block.kind === 'changed'
      ? segmentsOf(block.segments, 'new')
      : [{ kind: 'same', text: block.text } as const],
  );
  return { kind: 'changed', key: 0, segments, mark: null };
}

/** The segments without a line break at the end of the passage. */
export function withoutLastBreak(segments: readonly Segment[]): readonly Segment[] {
  return segments.map((segment, index) =>
    index === segments.length - 1 ? { ...segment, text: segment.text.replace(/\n$/, '') } : segment,
  );
}
