import { maxDepth } from '@/lib/formattingWork';

/** Thrown for a text that would take too long to render. */
export class TooComplex extends Error {}

/** Maximum number of table cells: short rows are filled up to the width of their header. */
const mostCells = 10_000;

/** Maximum number of characters of addresses and titles, which every reference to a definition repeats. */
const mostRepeated = 2_000_000;

/** The parts of a Markdown syntax tree that are needed here. */
interface Node {
  readonly type: string;
  readonly children?: readonly Node[];
  readonly align?: readonly unknown[] | null;
  readonly identifier?: string;
  readonly url?: string;
  readonly title?: string | null;
}

/** All nodes of a tree with their depths. Iterative, because the tree may be deeper than the stack. */
function* nodesOf(root: Node): Generator<readonly [node: Node, depth: number]> {
  const open: (readonly [Node, number])[] = [[root, 0]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next;
    const [{ children = [] }, depth] = next;
    for (const child of children) open.push([child, depth + 1]);
  }
}

function cellsOf({ type, children = [], align }: Node): number {
  return type === 'table' ? children.length * (align?.length ?? 0) : 0;
}

/** Counts the characters that references repeat. Of two definitions with one name, the longer one counts. */
class Repeated {
  readonly #lengths = new Map<string, number>();
  readonly #references: string[] = [];

  add({ type, identifier = '', url, title }: Node): void {
    if (type === 'linkReference' || type === 'imageReference') this.#references.push(identifier);
    if (type !== 'definition') return;
    const length = (url?.length ?? 0) + (title?.length ?? 0);
    this.#lengths.set(identifier, Math.max(this.#lengths.get(identifier) ?? 0, length));
  }

  get length(): number {
    return this.#references.reduce((sum, name) => sum + (this.#lengths.get(name) ?? 0), 0);
  }
}

/**
 * Rejects a short text that would become a very large page: one that is nested deeply, has too many cells, or repeats a
 * long address.
 */
export function boundTree() {
  return (root: Node): void => {
    const repeated = new Repeated();
    let cells = 0;
    for (const [node, depth] of nodesOf(root)) {
      // A list item is two levels: the list and the item.
      if (depth > 3 * maxDepth) throw new TooComplex();
      cells += cellsOf(node);
      repeated.add(node);
    }
    if (cells > mostCells || repeated.length > mostRepeated) throw new TooComplex();
  };
}
