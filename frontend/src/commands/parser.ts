import { clearanceLevels, type ClearanceLevel } from '@/lib/clearance';
import { parseDocumentReference, type DocumentReference } from '@/lib/ids';
import { canUseAdminPanel, type Person } from '@/lib/permissions';
import { isOffered, placeByWord, placeIds, placeOf, type PlainPlaceId } from '@/lib/places';
import { themeNames, type ThemeName } from '@/theme/tokens';

export type ParsedCommand =
  | { readonly kind: 'empty' }
  | { readonly kind: 'open'; readonly reference: DocumentReference }
  | { readonly kind: 'find'; readonly text: string }
  | { readonly kind: 'goto'; readonly place: PlainPlaceId }
  | { readonly kind: 'theme'; readonly theme: ThemeName }
  | { readonly kind: 'lock'; readonly locked: boolean }
  /** `null` is the operator's own view. */
  | { readonly kind: 'view'; readonly level: ClearanceLevel | null }
  | { readonly kind: 'logout' }
  /** Help with all commands, or with `goto` without a place that there is. */
  | { readonly kind: 'help'; readonly about: 'commands' | 'places' }
  | { readonly kind: 'usage'; readonly message: string }
  | { readonly kind: 'unknown' };

/** The words of the places that are offered to somebody, as help shows them. */
function offeredWords(user: Person | null): string {
  const offered = placeIds.filter((id) => isOffered(id, user));
  return offered.flatMap((id) => placeOf(id).words?.[0] ?? []).join(', ');
}

/** The commands that somebody may use, or the places that are offered to them, on one line; `null` is nobody. */
export function helpText(user: Person | null, about: 'commands' | 'places' = 'commands'): string {
  if (about === 'places') return `Name a place: goto ${offeredWords(user)}`;
  const isAdmin = user !== null && canUseAdminPanel(user);
  return [
    'open DOC-3FA9C1',
    'find <text>',
    `goto <${offeredWords(user)}>`,
    `theme <${themeNames.join(', ')}>`,
    ...(isAdmin ? ['view as level 2', 'view as yourself', 'lock', 'unlock'] : []),
    'logout',
    'help',
  ].join(' | ');
}

function parseOpen(rest: string): ParsedCommand {
  const reference = parseDocumentReference(rest);
  return reference === null
    ? { kind: 'usage', message: 'Name a record: open DOC-3FA9C1' }
    : { kind: 'open', reference };
}

function parseGoto(rest: string): ParsedCommand {
  const place = placeByWord(rest.replace(/^\//, ''));
  return place === null ? { kind: 'help', about: 'places' } : { kind: 'goto', place };
}

function parseTheme(rest: string): ParsedCommand {
  const wanted = rest.toLowerCase() === 'default' ? 'green-matrix' : rest.toLowerCase();
  // The start of a name is enough where it is the start of one only.
  const [theme, ...others] = themeNames.filter((name) => wanted !== '' && name.startsWith(wanted));
  return theme === undefined || others.length > 0
    ? { kind: 'usage', message: `Name a theme: ${themeNames.join(', ')}` }
    : { kind: 'theme', theme };
}

function parseFind(rest: string): ParsedCommand {
  return rest === ''
    ? { kind: 'usage', message: 'Enter what to find: find <text>' }
    : { kind: 'find', text: rest };
}

function parseView(rest: string): ParsedCommand {
  const [, wanted = ''] = /^as\s+(?:level\s+)?(\S+)$/i.exec(rest) ?? [];
  if (/^(?:yourself|myself)$/i.test(wanted)) return { kind: 'view', level: null };
  const level = clearanceLevels.find((one) => String(one) === wanted);
  return level === undefined
    ? { kind: 'usage', message: 'Name a level: view as level 2, or view as yourself' }
    : { kind: 'view', level };
}

const verbs: ReadonlyMap<string, (rest: string) => ParsedCommand> = new Map([
  ['open', parseOpen],
  ['find', parseFind],
  ['search', parseFind],
  ['goto', parseGoto],
  ['theme', parseTheme],
  ['view', parseView],
  ['lock', (): ParsedCommand => ({ kind: 'lock', locked: true })],
  ['unlock', (): ParsedCommand => ({ kind: 'lock', locked: false })],
  ['logout', (): ParsedCommand => ({ kind: 'logout' })],
  ['help', (): ParsedCommand => ({ kind: 'help', about: 'commands' })],
]);

/** Parses a typed line. Verbs are read in any case, with or without a leading colon. */
export function parseCommand(line: string): ParsedCommand {
  const text = line.trim().replace(/^:\s*/, '');
  if (text === '') return { kind: 'empty' };
  const [, verb = '', rest = ''] = /^(\S+)\s*(.*)$/s.exec(text) ?? [];
  const parse = verbs.get(verb.toLowerCase());
  if (parse) return parse(rest);
  // The word of a place without a verb goes there.
  const place = rest === '' ? placeByWord(verb) : null;
  return place === null ? { kind: 'unknown' } : { kind: 'goto', place };
}
