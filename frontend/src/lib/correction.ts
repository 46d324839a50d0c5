import { tokensOf } from './words';

/** Whether two words differ by one letter added, removed or replaced, or by two neighboring letters exchanged. */
function differsByOneLetter(left: string, right: string): boolean {
  const [a, b] = [Array.from(left), Array.from(right)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [restA, restB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const [longer, shorter] = restA.length < restB.length ? [restB, restA] : [restA, restB];
  if (longer.length === 1) return true;
  const [first, second] = longer;
  return longer.length === 2 && shorter.length === 2 && first === shorter[1] && second === shorter[0];
}

/**
 * The query with the misspelled word replaced by the server's suggestion. `null` if no word matches: the suggestion
 * then belongs to an earlier query.
 */
export function correctQuery(query: string, suggestion: string): string | null {
  for (const { start, end, words } of tokensOf(query)) {
    if (words.some((word) => differsByOneLetter(word, suggestion)))
      return `${query.slice(0, start)}${suggestion}${query.slice(end)}`;
  }
  return null;
}
