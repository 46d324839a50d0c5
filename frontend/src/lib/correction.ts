import { tokensOf } from './words';

/**
 * Whether one letter added, left out or replaced, or two neighboring letters exchanged, makes one word of the other.
 */
function isOneSlip(left: string, right: string): boolean {
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
 * A query with the word in it that a suggestion of the server is for replaced. `null` if it has no such word: the
 * suggestion belongs to an earlier query.
 */
export function corrected(query: string, suggestion: string): string | null {
  for (const { start, end, words } of tokensOf(query)) {
    if (words.some((word) => isOneSlip(word, suggestion)))
      return `${query.slice(0, start)}${suggestion}${query.slice(end)}`;
  }
  return null;
}
