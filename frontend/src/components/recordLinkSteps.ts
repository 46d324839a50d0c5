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
const verbatim = new Set(['a', 'code', 'pre']);

const pattern = /\[\[([^[\]\n]+)\]\]/g;

function elementOf(link: RecordLink): Child {
  const { label, id, title } = link;
  const isDigits = /^doc-[0-9a-f]{4,12}$/i.test(label);
  const shown = (isDigits ? title : null) ?? label;
  const children: Child[] = [{ type: 'text', value: shown }];
  return id === null
    ? { type: 'element', tagName: 'span', properties: { dataBroken: '' }, children }
    : { type: 'element', tagName: 'a', properties: { href: paths.document(id), dataRecord: '' }, children };
}

/** The node for the link with this label; `null` leaves its text unchanged. */
type Replacement = (label: string) => Child | null;

function split(value: string, replacement: Replacement): Child[] {
  const parts: Child[] = [];
  let at = 0;
  for (const match of value.matchAll(pattern)) {
    const element = replacement((match[1] ?? '').trim());
    if (element === null) continue;
    if (match.index > at) parts.push({ type: 'text', value: value.slice(at, match.index) });
    parts.push(element);
    at = match.index + match[0].length;
  }
  if (at < value.length) parts.push({ type: 'text', value: value.slice(at) });
  return parts;
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

/** Turns `[[…]]` into links. Those that the server does not list stay as text. */
export function linkRecords(links: readonly RecordLink[]) {
  const known = new Map(links.map((link) => [link.label, link]));
  return replaceLinks((label) => {
    const link = known.get(label);
    return link === undefined ? null : elementOf(link);
  });
}

/** Shows the labels of `[[…]]` in a text that is not yet a record, so its links are not resolved. */
export function nameLinks() {
  return replaceLinks((label) => ({
    type: 'element',
    tagName: 'span',
    properties: { dataPending: '' },
    children: [{ type: 'text', value: label }],
  }));
}
