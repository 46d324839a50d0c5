import type { DocumentSummary, User } from '@/api/types';
import { clearanceLevels, type ClearanceLevel } from '@/lib/clearance';
import { destinations } from '@/lib/destinations';
import { parseDocumentReference, type DocumentReference } from '@/lib/ids';
import { paths } from '@/lib/paths';
import { canUseAdminPanel, type Person } from '@/lib/permissions';
import { isOffered, placeByWord, placeIds, placeOf, type PlaceId } from '@/lib/places';
import { viewableLevels } from '@/lib/viewAs';
import type { RecordState } from '@/state/recordState';
import { themeNames, defaultTheme, type ThemeName } from '@/theme/themes';

export interface CommandContext {
  readonly user: User | null;
  readonly locked: boolean;
  /** Navigates to an address. `state` tells a record which search or list it was opened from. */
  readonly navigate: (path: string, state?: RecordState | null) => void;
  /** The preview level of the screen; `null` for the user's own view. */
  readonly viewedAs: ClearanceLevel | null;
  /** Previews the records at this level; `null` returns to the user's own view. */
  readonly viewAs: (level: ClearanceLevel | null) => void;
  readonly logout: () => void;
  readonly setTheme: (theme: ThemeName) => void;
  readonly openKeys: () => void;
  /** Asks for confirmation before the site is locked (`true`) or unlocked. */
  readonly askLock: (lock: boolean) => void;
}

/** The answer to a line: a text, records to choose from and a link. All are empty if the terminal navigates. */
export interface Answer {
  readonly text: string;
  readonly records: readonly DocumentSummary[];
  readonly link?: { readonly label: string; readonly to: string };
}

/** The answer to a line, at once or after a request; `null` if it is no longer wanted. */
export type Outcome = Answer | Promise<Answer | null>;

/** What a line needs in addition to the context of commands. */
export interface LineContext extends CommandContext {
  readonly here: string;
  readonly open: (reference: DocumentReference) => Outcome;
  /** Shows the results of a search in place; `null` if it opens the repository. */
  readonly find: ((text: string) => Outcome) | null;
}

/** A parsed line. */
export interface Line {
  /** Runs it and returns the answer; absent if the line is not a complete command. */
  readonly run?: (context: LineContext) => Outcome | string;
  readonly usage?: string;
  /** The search words: those after `find`, or a line without a verb. */
  readonly words?: string;
  readonly reference?: DocumentReference;
}

/** A command of the palette and of the keys sheet. */
export interface Command {
  readonly id: string;
  readonly label: string;
  readonly isPlace?: boolean;
  /** Its key sequence: `g d` is g, then d. */
  readonly keys?: string | undefined;
  readonly when: (user: User | null, locked: boolean, viewedAs: ClearanceLevel | null) => boolean;
  readonly run: (context: CommandContext) => void;
}

interface Row {
  /** The verb as typed, with a trailing blank if arguments follow. */
  readonly verb: string;
  readonly alias?: string;
  /** Help texts for a user; empty if they may not use it. */
  readonly help: (user: Person | null) => readonly string[];
  /** The words that Tab completes after it. */
  readonly words?: (user: Person | null) => readonly string[];
  /** Parses what follows the verb. */
  readonly read: (rest: string) => Line;
  readonly commands?: readonly Command[];
}

const isAdmin = (user: Person | null): boolean => user !== null && canUseAdminPanel(user);

const denied = 'ACCESS DENIED. Administrators only.';

/** The command line words of the screens that are offered to a user. */
function offeredWords(user: Person | null): readonly string[] {
  return placeIds.flatMap((id) => (isOffered(id, user) ? (placeOf(id).words?.[0] ?? []) : []));
}

function goTo(id: PlaceId): Line {
  const { pattern, access, label = pattern } = placeOf(id);
  return {
    run: ({ user, here, navigate }) => {
      if (access === 'admin' && !isOffered(id, user)) return denied;
      if (pattern === here) return `YOU ARE ALREADY HERE: ${label}.`;
      navigate(pattern);
      return '';
    },
  };
}

function lockRow(verb: string, label: string, wanted: boolean): Row {
  const same = wanted ? 'THE SITE IS ALREADY LOCKED.' : 'THE SITE IS NOT LOCKED.';
  const run = ({ user, locked, askLock }: CommandContext) => {
    if (!isAdmin(user)) return denied;
    if (locked === wanted) return same;
    askLock(wanted);
    return '';
  };
  return {
    verb,
    help: (user) => (isAdmin(user) ? [verb] : []),
    read: () => ({ run }),
    commands: [{ id: verb, label, when: (user, locked) => isAdmin(user) && locked !== wanted, run }],
  };
}

const levelsOf = (user: Person | null) => (user === null ? [] : viewableLevels(user));

function viewAs(level: ClearanceLevel | null, context: CommandContext): string {
  const levels = levelsOf(context.user);
  if (levels.length === 0) return denied;
  if (level !== null && !levels.includes(level)) return `LEVEL ${level} IS ABOVE YOUR OWN.`;
  if (level === context.viewedAs)
    return level === null ? 'YOU ARE VIEWING AS YOURSELF.' : `YOU ARE ALREADY VIEWING AS LEVEL ${level}.`;
  context.viewAs(level);
  return '';
}

function logOut({ logout }: CommandContext): string {
  logout();
  return '';
}

/** The table of commands, in the order of help: the verb, parsing, running, keys and help of each. */
const table: readonly Row[] = [
  {
    verb: 'open ',
    help: () => ['open DOC-3FA9C1'],
    read: (rest) => {
      const reference = parseDocumentReference(rest);
      if (reference === null) return { usage: 'Name a record: open DOC-3FA9C1' };
      return { reference, run: ({ open }) => open(reference) };
    },
  },
  {
    verb: 'find ',
    alias: 'search',
    help: () => ['find <text>'],
    read: (words) => {
      if (words === '') return { usage: 'Enter what to find: find <text>' };
      return {
        words,
        run: ({ find, navigate }) => {
          if (find !== null) return find(words);
          navigate(paths.documentsFiltered({ q: words }));
          return '';
        },
      };
    },
  },
  {
    verb: 'goto ',
    help: (user) => [`goto <${offeredWords(user).join(', ')}>`],
    words: offeredWords,
    read: (rest) => {
      const place = placeByWord(rest.replace(/^\//, ''));
      if (place !== null) return goTo(place);
      return { run: ({ user }) => `Name a place: goto ${offeredWords(user).join(', ')}` };
    },
    commands: destinations.map(({ id, label, keys, path, isFor }) => ({
      id: `goto-${id}`,
      label,
      isPlace: true,
      keys,
      when: isFor,
      run: ({ navigate }) => navigate(path),
    })),
  },
  {
    verb: 'theme ',
    help: () => [`theme <${themeNames.join(', ')}>`],
    words: () => themeNames,
    read: (rest) => {
      const wanted = rest.toLowerCase() === 'default' ? defaultTheme : rest.toLowerCase();
      // The start of a name is enough if it is unambiguous.
      const [theme, ...others] = themeNames.filter((name) => name.startsWith(wanted));
      if (theme === undefined || others.length > 0)
        return { usage: `Name a theme: ${themeNames.join(', ')}` };
      return {
        run: ({ setTheme }) => {
          setTheme(theme);
          return `THEME ${theme.toUpperCase()} SET.`;
        },
      };
    },
  },
  {
    verb: 'view as ',
    help: (user) => (isAdmin(user) ? ['view as level 2', 'view as yourself'] : []),
    read: (rest) => {
      const [, wanted = ''] = /^as\s+(?:level\s+)?(\S+)$/i.exec(rest) ?? [];
      const isOwn = /^(?:your|my)self$/i.test(wanted);
      const level = isOwn ? null : clearanceLevels.find((one) => String(one) === wanted);
      if (level === undefined) return { usage: 'Name a level: view as level 2, or view as yourself' };
      return { run: (context) => viewAs(level, context) };
    },
    commands: [...clearanceLevels, null].map((level) => ({
      id: `view-as-${level ?? 'yourself'}`,
      label: `View as ${level === null ? 'yourself' : `level ${level}`}`,
      // Every user who may preview another level may preview level 1.
      when: (user, _locked, viewedAs) => viewedAs !== level && levelsOf(user).includes(level ?? 1),
      run: (context) => viewAs(level, context),
    })),
  },
  lockRow('lock', 'Lock the site', true),
  lockRow('unlock', 'Unlock the site', false),
  {
    verb: 'logout',
    help: () => ['logout'],
    read: () => ({ run: logOut }),
    commands: [{ id: 'logout', label: 'Log out', when: (user) => user !== null, run: logOut }],
  },
  {
    verb: 'help',
    help: () => ['help'],
    read: () => ({ run: ({ user }) => helpText(user) }),
    commands: [
      {
        id: 'keys',
        label: 'Keyboard shortcuts',
        keys: '?',
        when: () => true,
        run: ({ openKeys }) => openKeys(),
      },
    ],
  },
];

/** The commands that a user may use, on one line; `null` means nobody is signed in. */
export function helpText(user: Person | null): string {
  return table.flatMap(({ help }) => help(user)).join(' | ');
}

/** The row of a verb, in any case. */
function rowOf(word: string): Row | undefined {
  const wanted = word.toLowerCase();
  return table.find(({ verb, alias }) => verb.split(' ', 1)[0] === wanted || alias === wanted);
}

/** Parses a typed line. Verbs are read in any case, with or without a leading colon. */
export function readLine(line: string): Line {
  const text = line.trim().replace(/^:\s*/, '');
  if (text === '') return { usage: '' };
  const [, verb = '', rest = ''] = /^(\S+)\s*(.*)$/s.exec(text) ?? [];
  const row = rowOf(verb);
  if (row) return row.read(rest);
  // The word of a screen without a verb opens it.
  const place = rest === '' ? placeByWord(verb) : null;
  return { words: text, ...(place !== null && goTo(place)) };
}

/** The words that a line may begin with, or that may follow a verb. */
export function wordsOf(user: Person | null, verb?: string): readonly string[] {
  if (verb !== undefined) return rowOf(verb)?.words?.(user) ?? [];
  return [...table.map((row) => row.verb), ...offeredWords(user)];
}

/** Whether a verb begins with these letters. */
export const isStartOfVerb = (letters: string) => table.some(({ verb }) => verb.startsWith(letters));

/** The commands that are available on every screen. */
export const commands: readonly Command[] = table.flatMap((row) => row.commands ?? []);

export function availableCommands(
  user: User | null,
  locked = false,
  viewedAs: ClearanceLevel | null = null,
): readonly Command[] {
  return commands.filter((command) => command.when(user, locked, viewedAs));
}
