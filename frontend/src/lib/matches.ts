/** Matches of a search in a text, as the server reports them. */

/** A run of text, matched by a search or not. */
export interface TextPart {
  readonly text: string;
  readonly match: boolean;
}

/**
 * Splits a text into its runs. `ranges` are `[start, end]` in UTF-16 units, ascending and without overlap; `null` stands for
 * none. A range that does not fit the text is ignored, so that no text is lost or shown twice.
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
