import type { User } from '@/api/types';
import { clearanceLevels, type ClearanceLevel } from '@/lib/clearance';
import { paths } from '@/lib/paths';
import { canSubmit, canUseAdminPanel } from '@/lib/permissions';
import { isOffered, placeIds, placeOf, type PlaceId } from '@/lib/places';
import { viewableLevels } from '@/lib/viewAs';
import type { RecordState } from '@/state/recordState';
import { themeNames, type ThemeName } from '@/theme/tokens';

export interface CommandContext {
  readonly user: User | null;
  readonly locked: boolean;
  /** Goes to an address. `state` tells a record which search or list it was opened from. */
  readonly navigate: (path: string, state?: RecordState | null) => void;
  /** The level as whose reader the screen is shown; `null` for the user's own view. */
  readonly viewedAs: ClearanceLevel | null;
  /** Shows the records as a reader of this level sees them; `null` returns to the user's own view. */
  readonly viewAs: (level: ClearanceLevel | null) => void;
  readonly logout: () => void;
  readonly setTheme: (theme: ThemeName) => void;
  readonly openKeys: () => void;
  /** Asks for confirmation before the site is locked (`true`) or unlocked. */
  readonly askLock: (lock: boolean) => void;
}

type CommandGroup = 'Go to' | 'Theme' | 'Terminal';

/** An action that an operator can take on every screen. The palette and the keys sheet read this one list. */
export interface Command {
  readonly id: string;
  readonly label: string;
  readonly group: CommandGroup;
  /** Its keys: `g d` is g, then d. */
  readonly keys?: string;
  readonly when: (user: User | null, locked: boolean, viewedAs: ClearanceLevel | null) => boolean;
  readonly run: (context: CommandContext) => void;
}

const signedIn = (user: User | null): user is User => user !== null;
const admin = (user: User | null): boolean => user !== null && canUseAdminPanel(user);

/** The command that goes to a place of the table. */
function goTo(id: PlaceId): readonly Command[] {
  const { label, keys, pattern } = placeOf(id);
  if (label === undefined) return [];
  return [
    {
      id: `goto-${id}`,
      label,
      group: 'Go to',
      ...(keys === undefined ? {} : { keys }),
      when: (user) => isOffered(id, user),
      run: ({ navigate }) => navigate(pattern),
    },
  ];
}

export const themeLabels: Readonly<Record<ThemeName, string>> = {
  'green-matrix': 'Green Matrix',
  dark: 'Dark',
  'amber-crt': 'Amber CRT',
  'blue-steel': 'Blue Steel',
};

export const commands: readonly Command[] = [
  ...placeIds.flatMap(goTo),
  // A part of the main terminal, and no place of its own.
  {
    id: 'goto-news',
    label: 'News',
    group: 'Go to',
    keys: 'g n',
    when: (user) => user !== null && canSubmit(user),
    run: ({ navigate }) => navigate(paths.news),
  },
  ...themeNames.map((name): Command => ({
    id: `theme-${name}`,
    label: `Theme ${themeLabels[name]}`,
    group: 'Theme',
    when: () => true,
    run: ({ setTheme }) => setTheme(name),
  })),
  {
    id: 'keys',
    label: 'Keyboard shortcuts',
    group: 'Terminal',
    keys: 'Shift+?',
    when: () => true,
    run: ({ openKeys }) => openKeys(),
  },
  ...clearanceLevels.map((level): Command => ({
    id: `view-as-${level}`,
    label: `View as level ${level}`,
    group: 'Terminal',
    when: (user, _locked, viewedAs) =>
      user !== null && viewableLevels(user).includes(level) && viewedAs !== level,
    run: ({ viewAs }) => viewAs(level),
  })),
  {
    id: 'view-as-yourself',
    label: 'View as yourself',
    group: 'Terminal',
    when: (user, _locked, viewedAs) => admin(user) && viewedAs !== null,
    run: ({ viewAs }) => viewAs(null),
  },
  {
    id: 'lock',
    label: 'Lock the site',
    group: 'Terminal',
    when: (user, locked) => admin(user) && !locked,
    run: ({ askLock }) => askLock(true),
  },
  {
    id: 'unlock',
    label: 'Unlock the site',
    group: 'Terminal',
    when: (user, locked) => admin(user) && locked,
    run: ({ askLock }) => askLock(false),
  },
  {
    id: 'logout',
    label: 'Log out',
    group: 'Terminal',
    when: signedIn,
    run: ({ logout }) => logout(),
  },
];

export function availableCommands(
  user: User | null,
  locked = false,
  viewedAs: ClearanceLevel | null = null,
): readonly Command[] {
  return commands.filter((command) => command.when(user, locked, viewedAs));
}

/** A line of the home menu. Its number is its place. */
export interface MenuItem {
  readonly name: string;
  readonly hint: string;
  readonly action: { readonly path: string } | 'logout';
}

/** The numbered menu: the places that are offered to the user, and LOGOUT always last. */
export function menuItems(user: User): readonly MenuItem[] {
  const lines = placeIds.flatMap((id): readonly MenuItem[] => {
    const { menu, pattern, access } = placeOf(id);
    if (menu === undefined || (access === 'admin' && !isOffered(id, user))) return [];
    return [{ name: menu.name, hint: menu.hint, action: { path: pattern } }];
  });
  return [...lines, { name: 'LOGOUT', hint: 'end session', action: 'logout' }];
}
