import { parseDocumentReference } from '@/lib/ids';
import { paths } from '@/lib/paths';
import { themeNames, type ThemeName } from '@/theme/tokens';

/** What a typed line asks for. */
export type ParsedCommand =
  | { readonly kind: 'empty' }
  | { readonly kind: 'open'; readonly reference: string }
  | { readonly kind: 'find'; readonly text: string }
  | { readonly kind: 'goto'; readonly path: string; readonly admin: boolean }
  | { readonly kind: 'theme'; readonly theme: ThemeName }
  | { readonly kind: 'lock'; readonly locked: boolean }
  | { readonly kind: 'logout' }
  | { readonly kind: 'help' }
  | { readonly kind: 'usage'; readonly message: string }
  | { readonly kind: 'unknown' };

/** Places `goto` knows, by the words operators use. */
const places: ReadonlyMap<string, string> = new Map([
  ['home', paths.home],
  ['main', paths.home],
  ['documents', paths.documents],
  ['docs', paths.documents],
  ['submission', paths.submission],
  ['submit', paths.submission],
  ['templates', paths.templates],
  ['archive', paths.archive],
  ['settings', paths.settings],
  ['admin', paths.admin],
  ['audit', paths.auditLogs],
  ['audit-logs', paths.auditLogs],
]);

/** Those of them that only administrators may see. */
const adminPlaces: ReadonlySet<string> = new Set([paths.admin, paths.auditLogs]);

export const helpText =
  'open DOC-3FA9C1 | find <text> | goto <home, documents, submission, templates, archive, settings, admin, audit> | ' +
  `theme <${themeNames.join(', ')}> | lock | unlock | logout | help`;

function parseOpen(rest: string): ParsedCommand {
  const reference = parseDocumentReference(rest);
  return reference === null
    ? { kind: 'usage', message: 'Name a record: open DOC-3FA9C1' }
    : { kind: 'open', reference };
}

function parseGoto(rest: string): ParsedCommand {
  const path = places.get(rest.toLowerCase().replace(/^\//, ''));
  return path === undefined
    ? {
        kind: 'usage',
        message: 'Name a place: goto documents, submission, templates, archive, settings, admin, audit',
      }
    : { kind: 'goto', path, admin: adminPlaces.has(path) };
}

function parseTheme(rest: string): ParsedCommand {
  const wanted = rest.toLowerCase() === 'default' ? 'green-matrix' : rest.toLowerCase();
  const theme = themeNames.find((name) => name === wanted);
  return theme === undefined
    ? { kind: 'usage', message: `Name a theme: ${themeNames.join(', ')}` }
    : { kind: 'theme', theme };
}

function parseFind(rest: string): ParsedCommand {
  return rest === ''
    ? { kind: 'usage', message: 'Say what to find: find <text>' }
    : { kind: 'find', text: rest };
}

const verbs: ReadonlyMap<string, (rest: string) => ParsedCommand> = new Map([
  ['open', parseOpen],
  ['find', parseFind],
  ['search', parseFind],
  ['goto', parseGoto],
  ['theme', parseTheme],
  ['lock', (): ParsedCommand => ({ kind: 'lock', locked: true })],
  ['unlock', (): ParsedCommand => ({ kind: 'lock', locked: false })],
  ['logout', (): ParsedCommand => ({ kind: 'logout' })],
  ['help', (): ParsedCommand => ({ kind: 'help' })],
]);

/** Reads a line of the command line. Verbs may be written in any case, with or without a leading colon. */
export function parseCommand(line: string): ParsedCommand {
  const text = line.trim().replace(/^:\s*/, '');
  if (text === '') return { kind: 'empty' };
  const [, verb = '', rest = ''] = /^(\S+)\s*(.*)$/s.exec(text) ?? [];
  const parse = verbs.get(verb.toLowerCase());
  if (parse) return parse(rest);
  // A place by its name alone is a place to go to.
  return rest === '' && places.has(verb.toLowerCase()) ? parseGoto(verb) : { kind: 'unknown' };
}
