import { documentCategories } from './categories';
import { clearanceLevels } from './clearance';
import { canSubmit, canUseAdminPanel, type Person } from './permissions';
import {
  searchChoice,
  searchDay,
  searchFlag,
  searchNumber,
  searchOption,
  searchText,
  type SearchSchema,
} from './searchState';
import { viewAsSearch } from './viewAs';

export type Access = 'public' | 'user' | 'admin';

/** Maximum length of a search that the server accepts, in characters. */
export const maxSearchLength = 200;

/** Maximum length of an action or username that a list accepts as a filter, in characters. */
export const maxNameLength = 50;

/** The length of an id, in characters. */
const idLength = 36;

/** A line of the numbered menu on the main terminal. */
interface PlaceMenu {
  /** The name that the specification fixes. */
  readonly name: string;
  /** What the screen contains, in a few words. */
  readonly hint: string;
}

export interface Place {
  /** The path of its route, with `:name` for each parameter. */
  readonly pattern: `/${string}`;
  /** The title of the window, announced when the screen opens. */
  readonly title: string;
  readonly access: Access;
  /** Its name in the palette, the keys sheet and help. A screen without a label cannot be opened by a command. */
  readonly label?: string;
  /** Its key sequence: `g d` is g, then d. */
  readonly keys?: string;
  /** The words that `goto` accepts; help shows the first. */
  readonly words?: readonly [string, ...string[]];
  readonly menu?: PlaceMenu;
  /** A further condition, besides `access`, for offering the screen to a user. */
  readonly offeredTo?: (user: Person) => boolean;
  readonly search?: SearchSchema;
}

/**
 * The table of screens, in the order of the menu. Routes, guards, palette, number menu, command line, help, keys sheet
 * and the browser tests read it. A new screen needs an entry here and its component in `app/router.tsx`.
 */
export const places = {
  auth: {
    pattern: '/auth',
    title: 'Sign in',
    access: 'public',
    search: { locked: searchFlag },
  },
  twoFactor: {
    pattern: '/2fa',
    title: 'Two-factor authentication',
    access: 'public',
    // The user whose password was accepted; the browser also remembers it.
    search: { username: searchText(maxNameLength) },
  },
  home: {
    pattern: '/',
    title: 'Secure terminal',
    access: 'user',
    label: 'Main terminal',
    keys: 'g h',
    words: ['home', 'main'],
  },
  documents: {
    pattern: '/documents',
    title: 'Document repository',
    access: 'user',
    label: 'View documents',
    keys: 'g d',
    words: ['documents', 'docs'],
    menu: { name: 'VIEW_DOCUMENTS', hint: 'records on file' },
    search: {
      q: searchText(maxSearchLength),
      level: searchOption(clearanceLevels),
      category: searchOption(documentCategories),
      author: searchText(maxNameLength),
      // The default, `relevance`, means best match first in a search, otherwise newest first.
      sort: searchChoice(['relevance', 'newest', 'oldest', 'title', 'level']),
      // The level at which an administrator previews the screen.
      ...viewAsSearch,
    },
  },
  document: {
    pattern: '/documents/:id',
    title: 'Document',
    access: 'user',
    search: viewAsSearch,
  },
  documentEdit: {
    pattern: '/documents/:id/edit',
    title: 'Edit document',
    access: 'user',
    // The rejected edit to revise.
    search: { revise: searchText(idLength) },
  },
  documentHistory: {
    pattern: '/documents/:id/history',
    title: 'Version history',
    access: 'user',
    // Numbers of the base version and of the shown version.
    search: { a: searchNumber, b: searchNumber, ...viewAsSearch },
  },
  submission: {
    pattern: '/submission',
    title: 'Submission',
    access: 'user',
    label: 'Submit lore',
    keys: 'g s',
    words: ['submission', 'submit'],
    menu: { name: 'SUBMIT_LORE', hint: 'text or file' },
    offeredTo: canSubmit,
    search: {
      tab: searchChoice(['new', 'mine']),
      status: searchChoice(['all', 'pending', 'approved', 'rejected', 'timed-out']),
      // The open submission.
      submission: searchText(idLength),
    },
  },
  drafts: {
    pattern: '/drafts',
    title: 'Workspace',
    access: 'user',
    label: 'My workspace',
    keys: 'g w',
    words: ['workspace', 'drafts'],
    offeredTo: canSubmit,
    search: {
      tab: searchChoice(['drafts', 'edits', 'timed-out', 'mine']),
      status: searchChoice(['all', 'pending', 'approved', 'rejected', 'timed-out']),
      submission: searchText(idLength),
      // The open edit.
      edit: searchText(idLength),
    },
  },
  draft: {
    pattern: '/documents/draft/:id/edit',
    title: 'Draft',
    access: 'user',
    offeredTo: canSubmit,
  },
  templates: {
    pattern: '/templates',
    title: 'Templates',
    access: 'user',
    label: 'Templates',
    keys: 'g t',
    words: ['templates'],
    menu: { name: 'TEMPLATES', hint: 'forms to start from' },
    // The shown template.
    search: { template: searchText(idLength) },
  },
  archive: {
    pattern: '/archive',
    title: 'Archive system',
    access: 'user',
    label: 'Archive system',
    keys: 'g a',
    words: ['archive'],
    menu: { name: 'ARCHIVE_SYSTEM', hint: 'archived records' },
    // The shown section.
    search: { section: searchText(idLength) },
  },
  settings: {
    pattern: '/settings',
    title: 'Settings',
    access: 'user',
    label: 'Settings',
    keys: 'g ,',
    words: ['settings'],
    menu: { name: 'SETTINGS', hint: 'account and theme' },
  },
  admin: {
    pattern: '/admin',
    title: 'Control panel',
    access: 'admin',
    label: 'Admin panel',
    keys: 'g m',
    words: ['admin'],
    menu: { name: 'ADMIN_PANEL', hint: 'review, edits, users' },
    search: {
      tab: searchChoice(['review', 'edits', 'documents', 'users', 'audit', 'trash']),
      // The open case of the queue of submissions or edits.
      case: searchText(idLength),
    },
  },
  archiveRequests: {
    pattern: '/admin/archive-requests',
    title: 'Archive requests',
    access: 'admin',
    label: 'Archive requests',
    keys: 'g r',
    words: ['requests', 'archive-requests'],
    // The open request, by the id of its document.
    search: { case: searchText(idLength) },
  },
  analytics: {
    pattern: '/admin/analytics',
    title: 'Analytics',
    access: 'admin',
    label: 'Analytics',
    keys: 'g y',
    words: ['analytics'],
  },
  codeSync: {
    pattern: '/admin/sync',
    title: 'Code synchronization',
    access: 'admin',
    label: 'Code synchronization',
    keys: 'g c',
    words: ['sync', 'code-sync'],
    search: { tab: searchChoice(['deterministic', 'manual', 'emergency']) },
  },
  monitoring: {
    pattern: '/security-monitoring',
    title: 'Security monitoring',
    access: 'admin',
    label: 'Security monitoring',
    keys: 'g o',
    words: ['monitoring', 'security-monitoring'],
  },
  mail: {
    pattern: '/admin/mail',
    title: 'Mail',
    access: 'admin',
    label: 'Mail',
    keys: 'g e',
    words: ['mail'],
    search: {
      state: searchChoice(['all', 'sent', 'waiting', 'failed', 'unsent']),
      kind: searchText(maxNameLength),
      person: searchText(maxNameLength),
      q: searchText(maxSearchLength),
    },
  },
  auditLogs: {
    pattern: '/audit-logs',
    title: 'Security log',
    access: 'admin',
    label: 'Security log',
    keys: 'g l',
    words: ['audit', 'audit-logs'],
    search: {
      view: searchChoice(['admin', 'user']),
      q: searchText(maxSearchLength),
      action: searchText(maxNameLength),
      person: searchText(maxNameLength),
      from: searchDay,
      to: searchDay,
    },
  },
} as const satisfies Readonly<Record<string, Place>>;

type Table = typeof places;

export type PlaceId = keyof Table;

/** All screen ids, in the order of the table. */
export const placeIds = Object.keys(places) as readonly PlaceId[];

/** An entry of the table with all optional members. */
export function placeOf(id: PlaceId): Place {
  return places[id];
}

/** The address pattern of every screen; parameters are groups. */
const addresses = placeIds.map(
  (id) => [id, new RegExp(`^${placeOf(id).pattern.replace(/:(\w+)/g, '(?<$1>[^/]+)')}/*$`, 'i')] as const,
);

/** The screen and its parameters at an address; `null` if there is none. */
export function placeAt(pathname: string) {
  for (const [id, address] of addresses) {
    const match = address.exec(pathname);
    if (match !== null) return { id, params: match.groups ?? {} };
  }
  return null;
}

/** Whether a screen is offered to a user; `null` if nobody is signed in. The server decides what they may do there. */
export function isOffered(id: PlaceId, user: Person | null): boolean {
  const { access, offeredTo } = placeOf(id);
  if (user === null) return access === 'public';
  if (access === 'public') return false;
  return (access === 'user' || canUseAdminPanel(user)) && (offeredTo?.(user) ?? true);
}

/** A screen of the numbered menu. */
interface MenuPlace extends PlaceMenu {
  readonly path: string;
}

/** The lines of the numbered menu for a user, without the last line, which signs out. */
export function menuPlaces(user: Person): readonly MenuPlace[] {
  return placeIds.flatMap((id) => {
    const { menu, pattern, access } = placeOf(id);
    return menu === undefined || (access === 'admin' && !isOffered(id, user))
      ? []
      : { ...menu, path: pattern };
  });
}

/** The parameters of a pattern: `id` of `/documents/:id`. */
type ParamNames<Pattern extends string> = Pattern extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | ParamNames<Tail>
    : Rest
  : never;

/** The screens whose address has no parameters. */
export type PlainPlaceId = {
  [Id in PlaceId]: ParamNames<Table[Id]['pattern']> extends never ? Id : never;
}[PlaceId];

function isPlain(id: PlaceId): id is PlainPlaceId {
  return !placeOf(id).pattern.includes(':');
}

/** The screen for a word of the command line, in any case; `null` if there is none. */
export function placeByWord(word: string): PlainPlaceId | null {
  const wanted = word.toLowerCase();
  return placeIds.filter(isPlain).find((id) => placeOf(id).words?.includes(wanted)) ?? null;
}

/** The parameters in the address of a screen. */
export type PlaceParams<Id extends PlaceId> = Readonly<Record<ParamNames<Table[Id]['pattern']>, string>>;

export type PlaceSearch<Id extends PlaceId> = Table[Id] extends { readonly search: infer Schema }
  ? Schema
  : never;

/** The path of a screen with its parameters. */
export function pathOf<Id extends PlaceId>(
  id: Id,
  ...[params]: Id extends PlainPlaceId ? [] : [PlaceParams<Id>]
): string {
  const values: Readonly<Record<string, string>> = params ?? {};
  return placeOf(id).pattern.replace(/:(\w+)/g, (_whole, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  );
}
