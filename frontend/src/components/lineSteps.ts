import type { Node, Root } from './markdownTree';

const blocks = new Set(['figure', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'li', 'p', 'pre', 'tr']);

/**
 * Marks each block of a text with its first line, counted from 0; `before` is the number of lines before this part of
 * the text.
 */
export function markLines(before: number) {
  const visit = (node: Node | Root) => {
    if (node.type === 'element' && blocks.has(node.tagName) && node.position !== undefined)
      node.properties.dataLine = String(before + node.position.start.line - 1);
    if ('children' in node) node.children.forEach(visit);
  };
  return (tree: Root): void => visit(tree);
}
