import type { Term } from '@/lib/query';
import { findMatches, type Range } from '@/lib/wordMatches';
import { mostMarks } from './marks';
import { levelTag } from './portionSteps';
import type { Child, Element, Node, Root } from './markdownTree';

type Text = Extract<Node, { type: 'text' }>;

/** Inline elements; every other element ends a word. */
const inline = new Set(['a', 'code', 'del', 'em', levelTag, 'span', 'strong', 'sub', 'sup']);

/** A piece of text with its offset in the whole text. */
interface Piece {
  readonly parent: Element | Root;
  readonly node: Text;
  readonly start: number;
}

/** The text of a tree as one string, with blocks separated, and its pieces. */
function piecesOf(tree: Root): { readonly text: string; readonly pieces: readonly Piece[] } {
  const parts: string[] = [];
  const pieces: Piece[] = [];
  let length = 0;
  const add = (text: string) => {
    parts.push(text);
    length += text.length;
  };
  const visit = (parent: Element | Root) => {
    for (const node of parent.children) {
      if (node.type === 'text') {
        pieces.push({ parent, node, start: length });
        add(node.value);
      } else if (node.type === 'element') {
        const isBlock = !inline.has(node.tagName);
        if (isBlock) add('\n');
        visit(node);
        if (isBlock) add('\n');
      }
    }
  };
  visit(tree);
  return { text: parts.join(''), pieces };
}

/** Splits a text; the parts in `ranges`, which are offsets in this text, become `mark` elements. */
function split(value: string, ranges: readonly { readonly range: Range; readonly match: number }[]): Child[] {
  const parts: Child[] = [];
  let at = 0;
  for (const {
    range: [start, end],
    match,
  } of ranges) {
    if (start > at) parts.push({ type: 'text', value: value.slice(at, start) });
    parts.push({
      type: 'element',
      tagName: 'mark',
      properties: { dataMatch: String(match) },
      children: [{ type: 'text', value: value.slice(start, end) }],
    });
    at = end;
  }
  if (at < value.length) parts.push({ type: 'text', value: value.slice(at) });
  return parts;
}

/** Number of matches in the earlier parts of the text. */
export interface MarkCount {
  matches: number;
}

/**
 * Marks the matches of a search. Only text is split: links, code and emphasis keep their elements, and a match that
 * spans several becomes several marks with one number.
 */
export function markMatches(terms: readonly Term[], counted: MarkCount) {
  return (tree: Root): void => {
    const { text, pieces } = piecesOf(tree);
    const matches = findMatches(text, terms, mostMarks - counted.matches);
    let first = 0;
    for (const { parent, node, start } of pieces) {
      const end = start + node.value.length;
      while (first < matches.length && (matches[first]?.[1] ?? 0) <= start) first += 1;
      const ranges = [];
      for (let match = first; match < matches.length; match += 1) {
        const [from, to] = matches[match] ?? [end, end];
        if (from >= end) break;
        const range: Range = [Math.max(0, from - start), Math.min(node.value.length, to - start)];
        ranges.push({ range, match: counted.matches + match });
      }
      if (ranges.length > 0)
        parent.children.splice(parent.children.indexOf(node), 1, ...split(node.value, ranges));
    }
    counted.matches += matches.length;
  };
}
