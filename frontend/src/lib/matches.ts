/** Matches of a search in a text, as the server reports them. */

/** A run of text, matched by a search or not. */
export interface TextPart {
  readonly text: string;
  readonly match: boolean;
}

/**
 * Splits a text into its runs. `ranges` are `[start, end]` in UTF-16 code units, ascending and without overlap; `null`
 * means none. A range that does not fit the text is ignored, so no text is lost or repeated.
 */
export function splitByMatches(
  text: string,
  ranges: readonly (readonly number[])[] | null,
): readonly TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const [start = 0, end = 0] of ranges ?? []) {
    if (start < at || end <= start || end > text.length) continue;
    if (start > at) parts.push({ text: text.slice(at, start), match: false });
    parts.push({ text: text.slice(start, end), match: true });
    at = end;
  }
  if (at < text.length) parts.push({ text: text.slice(at), match: false });
  return parts;
}

/** A link between records; an excerpt may be cut inside it. */
const link = /\[\[([^\][\n]*)(?:\]\]|\]?$)/g;

/** Removes the brackets of links, which version 1.0.0 stored in excerpts, from a text and adjusts the matches. */
export function withoutLinkMarks(
  text: string,
  ranges: readonly (readonly number[])[] | null,
): { readonly text: string; readonly ranges: readonly (readonly number[])[] | null } {
  const cuts: (readonly [start: number, end: number])[] = [];
  for (const { 0: whole, 1: words = '', index } of text.matchAll(link)) {
    cuts.push([index, index + 2], [index + 2 + words.length, index + whole.length]);
  }
  const moved = (at: number) =>
    cuts.reduce((to, [start, end]) => to - Math.max(0, Math.min(at, end) - start), at);
  return {
    text: text.replace(link, '$1'),
    ranges: ranges?.map((range) => range.map(moved)) ?? null,
  };
}
