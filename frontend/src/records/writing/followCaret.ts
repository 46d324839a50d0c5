/** The part that contains a line of the whole text, and the line within it, from 0. */
export function partOfLine(
  parts: readonly string[],
  line: number,
): { readonly part: number; readonly line: number } {
  let before = 0;
  for (const [part, text] of parts.entries()) {
    const lines = text.split('\n').length - 1;
    if (line < before + lines || part === parts.length - 1) return { part, line: line - before };
    before += lines;
  }
  return { part: 0, line };
}

/** The rendered block that contains this line of its text: the innermost of those that begin last at or before it. */
export function blockAt(box: Element, line: number): HTMLElement | null {
  let found: HTMLElement | null = null;
  let first = -1;
  for (const block of box.querySelectorAll<HTMLElement>('[data-line]')) {
    const begins = Number(block.dataset.line);
    if (begins > line || begins < first) continue;
    found = block;
    first = begins;
  }
  return found;
}

/** How far a box has to scroll to show a block: 0 if it is in view, and to its beginning if it is too high. */
export function scrollFor(box: DOMRect, block: DOMRect, margin: number): number {
  const above = block.top - margin - box.top;
  const below = block.bottom + margin - box.bottom;
  if (above < 0) return above;
  return below > 0 ? Math.min(above, below) : 0;
}
