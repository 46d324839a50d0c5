import { mostDepth } from '@/lib/formattingWork';

/** Thrown for a text that would take too long to show. */
export class TooComplex extends Error {}

/** The most cells of tables: short rows are filled up to the width of their head. */
const mostCells = 10_000;

/** The most characters of addresses and titles, which every reference to a definition repeats. */
const mostRepeated = 2_000_000;

/** A text as Markdown has read it, as far as this needs to know it. */
interface Node {
  readonly type: string;
  readonly children?: readonly Node[];
  readonly align?: readonly unknown[] | null;
  readonly identifier?: string;
  readonly url?: string;
  readonly title?: string | null;
}

/** All nodes of a tree with their depths. It does not call itself: the tree may be deeper than the stack. */
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

/** Counts what references repeat. Of two definitions with one name the longer one is taken. */
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

/** Refuses a text that is short and whose page would not be: one that is deep, wide, or repeats a long address. */
export function boundTree() {
  return (root: Node): void => {
    const repeated = new Repeated();
    let cells = 0;
    for (const [node, depth] of nodesOf(root)) {
      // An item is two nodes: itself and its list.
      if (depth > 3 * mostDepth) throw new TooComplex();
      cells += cellsOf(node);
      repeated.add(node);
    }
    if (cells > mostCells || repeated.length > mostRepeated) throw new TooComplex();
  };
}
