import { anchorOf, headingId } from '@/lib/anchors';
import type { Element, Node, Root } from './markdownTree';

/** The id that the Markdown reader gives the heading over footnotes in every text. */
const notesHeading = 'footnote-label';

function textOf(node: Node): string {
  if (node.type === 'text') return node.value;
  return node.type === 'element' ? node.children.map(textOf).join('') : '';
}

/** What the ids of a part of a text begin with, and the anchors of the parts before it with the count of each. */
export interface Anchors {
  readonly ofText: string;
  readonly ofNotes: string;
  readonly used: Map<string, number>;
}

function nextAnchor(text: string, used: Map<string, number>): string {
  const first = anchorOf(text);
  let count = used.get(first) ?? 0;
  let anchor = first;
  do {
    count += 1;
    if (count > 1) anchor = `${first}-${count}`;
  } while (used.has(anchor));
  used.set(anchor, 1);
  used.set(first, count);
  return anchor;
}

/**
 * Gives every heading an id by its words, so that it can be linked to, and the heading over footnotes one of its own.
 */
export function nameAnchors({ ofText, ofNotes, used }: Anchors) {
  const name = ({ tagName, properties, children }: Element) => {
    if (properties.id === notesHeading) properties.id = `${ofNotes}label`;
    else if (/^h[1-6]$/.test(tagName))
      properties.id = headingId(ofText, nextAnchor(children.map(textOf).join(''), used));
    if (properties.ariaDescribedBy !== undefined) properties.ariaDescribedBy = [`${ofNotes}label`];
  };
  const visit = (node: Node | Root) => {
    if (node.type === 'element') name(node);
    if ('children' in node) node.children.forEach(visit);
  };
  return (tree: Root): void => visit(tree);
}
