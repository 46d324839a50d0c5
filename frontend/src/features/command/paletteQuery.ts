import { readLine, type Line } from '@/commands/table';
import { parseDocumentReference } from '@/lib/ids';
import { maxSearchLength } from '@/lib/places';

/** What the palette searches. */
type Scope = 'all' | 'ids' | 'people' | 'commands' | 'exact';

/** A parsed line. */
export interface PaletteQuery {
  readonly scope: Scope;
  /** The text after the prefix. */
  readonly text: string;
  /** The line parsed as a command. */
  readonly line: Line;
  /** The words to search records for; `null` for no search. */
  readonly words: string | null;
  /** The first digits of an id to look up; `null` for none. */
  readonly label: string | null;
}

const scopes: Readonly<Record<string, Scope>> = { '#': 'ids', '@': 'people', '>': 'commands', '"': 'exact' };

/** Whether a text is worth a search: a single letter would match nearly everything, a single ideograph is a word. */
function isSearchable(text: string): boolean {
  return text.length <= maxSearchLength && (text.length > 1 || /\p{Ideographic}/u.test(text));
}

function wordsOf(scope: Scope, text: string, { words }: Line): string | null {
  if (!isSearchable(text)) return null;
  switch (scope) {
    case 'all':
      return /^doc-/i.test(text) ? null : (words ?? null);
    case 'exact':
      return `"${text.replaceAll('"', '')}"`;
    case 'ids':
      // Incident numbers are part of titles.
      return /^ir-?\d/i.test(text) ? text : null;
    default:
      return null;
  }
}

function labelOf(scope: Scope, text: string, line: Line): string | null {
  if (scope !== 'all' && scope !== 'ids') return null;
  const reference = line.reference ?? parseDocumentReference(text);
  return reference !== null && 'label' in reference ? reference.label : null;
}

/** Parses a typed line: `#` ids, `@` people, `>` commands, `"` exact words, otherwise everything. */
export function parseQuery(line: string): PaletteQuery {
  const trimmed = line.trimStart();
  const scope = scopes[trimmed.charAt(0)] ?? 'all';
  const text = (scope === 'all' ? trimmed : trimmed.slice(1))
    .trim()
    .replace(scope === 'exact' ? /"$/ : /$^/, '');
  const read = scope === 'all' || scope === 'commands' ? readLine(text) : {};
  return { scope, text, line: read, words: wordsOf(scope, text, read), label: labelOf(scope, text, read) };
}

/** The matches of the typed text, case-insensitively; `null` if there are none. */
export function markTyped(text: string, typed: string): readonly (readonly [number, number])[] | null {
  if (typed === '') return [];
  const at = text.toLowerCase().indexOf(typed.toLowerCase());
  return at < 0 ? null : [[at, at + typed.length]];
}

/** Number of characters shown before the first match, and in total. */
const leadLength = 20;
const excerptLength = 48;

/** The part of a text around its first match, on one short line, with the matches in it. */
export function aroundMatch(
  text: string,
  ranges: readonly (readonly number[])[] | null,
): { readonly text: string; readonly ranges: readonly (readonly number[])[] } {
  const first = ranges?.[0]?.[0] ?? 0;
  const blank = text.indexOf(' ', first - leadLength);
  const start = first <= leadLength ? 0 : blank < 0 || blank >= first ? first : blank + 1;
  const end = Math.min(text.length, start + excerptLength);
  const lead = start > 0 ? '…' : '';
  const shift = lead.length - start;
  return {
    text: `${lead}${text.slice(start, end)}${end < text.length ? '…' : ''}`,
    ranges: (ranges ?? [])
      .filter(([from = 0, to = 0]) => from >= start && to <= end)
      .map(([from = 0, to = 0]) => [from + shift, to + shift]),
  };
}
