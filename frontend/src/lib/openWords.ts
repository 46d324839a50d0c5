/** Words before the caret that can be completed: links between records, and names of people. */

export interface OpenWord {
  /** Where they begin, after the signs before them. */
  readonly start: number;
  readonly query: string;
}

/** The most characters of a name. */
const longest = 50;

/**
 * The name that is being written at the caret, after a `@` that follows no letter or digit; `null` if there is none.
 */
export function openNameAt(text: string, caret: number): OpenWord | null {
  const before = text.slice(Math.max(0, caret - longest - 3), caret);
  const query = /(?:^|[^\p{L}\p{N}])@([\w-]{1,50})$/u.exec(before)?.[1];
  return query === undefined ? null : { start: caret - query.length, query };
}

export function endOfName(text: string, caret: number): number {
  return caret + (/^[\w-]*/.exec(text.slice(caret))?.[0].length ?? 0);
}
