/** The `after` parameter of the link with `rel="next"`. */
export function nextCursor(link: string | null | undefined): string | null {
  for (const part of (link ?? '').split(/,\s*(?=<)/)) {
    const match = /^<([^>]*)>\s*;.*rel="?next"?/.exec(part.trim());
    if (match?.[1]) return new URL(match[1], window.location.origin).searchParams.get('after');
  }
  return null;
}
