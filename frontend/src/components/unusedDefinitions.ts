/**
 * A definition of a link or footnote without a reference is text: `[19:04]: Hello` is a line of a transcript. The
 * server's plain texts follow the same rule (`documents::markdown`).
 */

/**
 * Inserted before a definition that is text, so that Markdown does not remove it. Texts never contain this character.
 */
const mark = '\u0080';

/** The start of a line up to the colon of a definition, also in quotes and lists. */
const definition = /^([ \t>*+\-.)\d]*)\[((?:\\.|[^[\]\\\n])+)\]:/gm;

const label = /\[((?:\\[^]|[^[\]\\])+)\]/g;

/** A label, normalized for comparison with references. */
function nameOf(written: string | undefined): string {
  return (written ?? '').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** The text with a mark before each definition that is unused or whose label is already defined. */
export function markUnusedDefinitions(text: string): string {
  if (!text.includes(']:')) return text;
  const defined = new Map<number, string>();
  for (const { index, 1: before = '', 2: name } of text.matchAll(definition))
    defined.set(index + before.length, nameOf(name));
  const used = new Set<string>();
  for (const { index, 1: name } of text.matchAll(label)) if (!defined.has(index)) used.add(nameOf(name));
  const known = new Set<string>();
  let marked = '';
  let from = 0;
  for (const [at, name] of defined) {
    if (used.has(name) && !known.has(name)) {
      known.add(name);
      continue;
    }
    marked += `${text.slice(from, at)}${mark}`;
    from = at;
  }
  return marked + text.slice(from);
}

interface Node {
  children?: Node[];
  value?: string;
}

/** Removes the marks from a parsed text. Iterative, because the tree may be deeper than the stack. */
export function removeDefinitionMarks() {
  return (root: Node): void => {
    const open = [root];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (node.value?.includes(mark)) node.value = node.value.replaceAll(mark, '');
      open.push(...(node.children ?? []));
    }
  };
}
