import { anchorIn, shownBy, splitAtLinks, type LinkLabel } from '@/lib/linkLabel';
import { paths } from '@/lib/paths';
import type { Child, Element, Root } from './markdownTree';

/** A link of a record, as its reader sees it. */
export interface RecordLink {
  readonly label: string;
  /** Id of the target; `null` if there is none that the reader may see. */
  readonly id: string | null;
  readonly title: string | null;
}

/** Elements whose text is not searched for links. */
export const verbatim: ReadonlySet<string> = new Set(['a', 'code', 'pre']);

function element(tagName: 'a' | 'span', properties: Element['properties'], shown: string): Child {
  return { type: 'element', tagName, properties, children: [{ type: 'text', value: shown }] };
}

function linkTo({ id, title }: RecordLink, label: LinkLabel): Child {
  if (id === null) return element('span', { dataBroken: '' }, shownBy(label));
  const isDigits = /^doc-[0-9a-f]{4,12}$/i.test(label.target);
  const place = `${title ?? label.target}${label.heading === null ? '' : `#${label.heading}`}`;
  const shown = label.words === null && isDigits ? place : shownBy(label);
  const anchor = anchorIn(title, label);
  const href = `${paths.document(id)}${anchor === null ? '' : `#${anchor}`}`;
  return element('a', { href, dataRecord: '' }, shown);
}

/** The node for the link with this label; `null` leaves its text unchanged. */
type Replacement = (label: LinkLabel) => Child | null;

function split(value: string, replacement: Replacement): Child[] {
  return splitAtLinks(value).map((part) => {
    if (typeof part === 'string') return { type: 'text', value: part };
    const isHere = part.target === '' && part.heading !== null;
    const anchor = isHere ? anchorIn(null, part) : null;
    if (anchor !== null) return element('a', { href: `#${anchor}` }, shownBy(part));
    return replacement(part) ?? { type: 'text', value: part.written };
  });
}

/** Replaces the links of a text, `[[…]]`, outside of code and other links. */
function replaceLinks(replacement: Replacement) {
  const visit = (parent: Element | Root): void => {
    const children = [...parent.children];
    for (const node of children) {
      if (node.type === 'text' && node.value.includes('[[')) {
        parent.children.splice(parent.children.indexOf(node), 1, ...split(node.value, replacement));
      } else if (node.type === 'element' && !verbatim.has(node.tagName)) visit(node);
    }
  };
  return (tree: Root): void => visit(tree);
}

/**
 * Turns `[[…]]` into links. Those that the server does not list stay as text, except those to headings of the same text.
 */
export function linkRecords(links: readonly RecordLink[]) {
  const known = new Map(links.map((link) => [link.label, link]));
  return replaceLinks((label) => {
    const link = known.get(label.whole);
    return link === undefined ? null : linkTo(link, label);
  });
}

/** Shows the words of `[[…]]` in a text that is not yet a record, so its links are not resolved. */
export function nameLinks() {
  return replaceLinks((label) => element('span', { dataPending: '' }, shownBy(label)));
}
