import { anchorOf, headingId } from '@/lib/anchors';
import type { Element, Node, Root } from './markdownTree';

/** The id that the Markdown parser gives the footnotes heading of every text. */
const notesHeading = 'footnote-label';

function textOf(node: Node): string {
  if (node.type === 'text') return node.value;
  return node.type === 'element' ? node.children.map(textOf).join('') : '';
}

/** Prefixes of the ids in a part of a text, and the anchors of earlier parts with the number of each. */
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

/** Gives every heading an id from its words for links to it, and the footnotes heading a unique one. */
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
