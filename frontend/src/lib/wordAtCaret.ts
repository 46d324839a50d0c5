/** Words at the caret that can be completed: links between records, and usernames. */

export interface WordAtCaret {
  /** Index at which the word begins, after its opening signs. */
  readonly start: number;
  readonly query: string;
}

/** Maximum length of a name, in characters. */
const maxLength = 50;

/** The name that is being typed at the caret, after an `@` that follows no letter or digit; `null` if there is none. */
export function nameAtCaret(text: string, caret: number): WordAtCaret | null {
  const before = text.slice(Math.max(0, caret - maxLength - 3), caret);
  const query = /(?:^|[^\p{L}\p{N}])@([\w-]{1,50})$/u.exec(before)?.[1];
  return query === undefined ? null : { start: caret - query.length, query };
}

export function endOfName(text: string, caret: number): number {
  return caret + (/^[\w-]*/.exec(text.slice(caret))?.[0].length ?? 0);
}
