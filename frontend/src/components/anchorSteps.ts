import { anchorOf, headingId } from '@/lib/anchors';
import { withShownLinks } from '@/lib/linkLabel';
import type { Element, Node, Root } from './markdownTree';
import { verbatim } from './recordLinkSteps';

/** The id that the Markdown parser gives the footnotes heading of every text. */
const notesHeading = 'footnote-label';

/** The words of a node as every reader sees them: a link to a record as it is written, not with the record's title. */
function textOf(node: Node, isVerbatim = false): string {
  if (node.type === 'text') return isVerbatim ? node.value : withShownLinks(node.value);
  if (node.type !== 'element') return '';
  return node.children.map((child) => textOf(child, isVerbatim || verbatim.has(node.tagName))).join('');
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
      properties.id = headingId(ofText, nextAnchor(children.map((child) => textOf(child)).join(''), used));
    if (properties.ariaDescribedBy !== undefined) properties.ariaDescribedBy = [`${ofNotes}label`];
  };
  const visit = (node: Node | Root) => {
    if (node.type === 'element') name(node);
    if ('children' in node) node.children.forEach(visit);
  };
  return (tree: Root): void => visit(tree);
}
