import type { Node, Root } from './markdownTree';

/** Blocks of words: the browser takes their direction from the first letter. */
const ofWords = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'td', 'th']);

/**
 * Containers of such blocks, in which the browser does not look for letters. Their direction decides on which side list
 * markers and columns begin.
 */
const ofBlocks = new Set(['blockquote', 'li', 'ol', 'table', 'ul']);

/** A letter of a right-to-left script (group 1), or any other letter. */
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

/** Gives every block of a text its own direction. */
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
