import type { Node, Root } from './markdownTree';

/** Blocks of words: the browser finds their direction by their first letter. */
const ofWords = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'td', 'th']);

/**
 * Blocks of such blocks, in which the browser would not look: their direction decides at which side marks and columns
 * begin.
 */
const ofBlocks = new Set(['blockquote', 'li', 'ol', 'table', 'ul']);

/** A letter of a script that is written from right to left, or else of any other. */
const letter =
  /(?<rightToLeft>[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}])|\p{L}/u;

function directionOf(node: Node): 'ltr' | 'rtl' | null {
  if (node.type === 'text') {
    const first = letter.exec(node.value);
    if (first === null) return null;
    return first.groups?.rightToLeft === undefined ? 'ltr' : 'rtl';
  }
  if (node.type !== 'element') return null;
  for (const child of node.children) {
    const direction = directionOf(child);
    if (direction !== null) return direction;
  }
  return null;
}

/** Lets every block of a text run in its own direction. */
export function directBlocks() {
  const visit = (node: Node | Root) => {
    if (node.type === 'element') {
      if (ofWords.has(node.tagName)) node.properties.dir = 'auto';
      else if (ofBlocks.has(node.tagName)) node.properties.dir = directionOf(node) ?? 'auto';
    }
    if ('children' in node) node.children.forEach(visit);
  };
  return (tree: Root): void => visit(tree);
}
