/** The rows of a list that is read in pages. These are refreshed one after another: a row that has moved is in it once. */
export function rowsOfPages<Item extends { readonly id: string }>(
  pages: readonly { readonly items: readonly Item[] }[],
): readonly Item[] {
  const rows = new Map<string, Item>();
  for (const item of pages.flatMap((page) => page.items)) if (!rows.has(item.id)) rows.set(item.id, item);
  return [...rows.values()];
}

/** The `after` of the link that says `rel="next"`. */
export function nextCursor(link: string | null | undefined): string | null {
  for (const part of (link ?? '').split(/,\s*(?=<)/)) {
    const match = /^<([^>]*)>\s*;.*rel="?next"?/.exec(part.trim());
    if (match?.[1]) return new URL(match[1], window.location.origin).searchParams.get('after');
  }
  return null;
}
