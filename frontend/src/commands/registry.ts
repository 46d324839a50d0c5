import type { User } from '@/api/types';
import { paths } from '@/lib/paths';
import { canSubmit, canUseAdminPanel } from '@/lib/permissions';
import { themeNames, type ThemeName } from '@/theme/tokens';

/** What a command may use. */
export interface CommandContext {
  readonly user: User | null;
  /** Whether the site is in lockdown. */
  readonly locked: boolean;
  readonly navigate: (path: string) => void;
  readonly logout: () => void;
  readonly wearTheme: (theme: ThemeName) => void;
  readonly openKeys: () => void;
  /** Asks before the site is locked (`true`) or unlocked. */
  readonly askLock: (lock: boolean) => void;
}

export type CommandGroup = 'Go to' | 'Theme' | 'Terminal';

/** Something an operator can do from anywhere. The menu, the palette and the keys sheet all read this one list. */
export interface Command {
  readonly id: string;
  readonly label: string;
  readonly group: CommandGroup;
  /** As tinykeys reads them: `g d` is g, then d. */
  readonly keys?: string;
  readonly when: (user: User | null, locked: boolean) => boolean;
  readonly run: (context: CommandContext) => void;
}

const signedIn = (user: User | null): user is User => user !== null;
const admin = (user: User | null): boolean => user !== null && canUseAdminPanel(user);
const author = (user: User | null): boolean => user !== null && canSubmit(user);

function place(
  id: string,
  label: string,
  path: string,
  keys: string,
  when: Command['when'] = signedIn,
): Command {
  return {
    id: `goto-${id}`,
    label,
    group: 'Go to',
    keys,
    when,
    run: ({ navigate }) => {
      navigate(path);
    },
  };
}

const themeLabels: Readonly<Record<ThemeName, string>> = {
  'green-matrix': 'Green Matrix',
  dark: 'Dark',
  'amber-crt': 'Amber CRT',
  'blue-steel': 'Blue Steel',
};

export const commands: readonly Command[] = [
  place('home', 'Main terminal', paths.home, 'g h'),
  place('documents', 'View documents', paths.documents, 'g d'),
  place('submission', 'Submit lore', paths.submission, 'g s', author),
  place('templates', 'Templates', paths.templates, 'g t'),
  place('archive', 'Archive system', paths.archive, 'g a'),
  place('settings', 'Settings', paths.settings, 'g ,'),
  place('admin', 'Admin panel', paths.admin, 'g m', admin),
  place('audit', 'Security log', paths.auditLogs, 'g l', admin),
  ...themeNames.map((name): Command => ({
    id: `theme-${name}`,
    label: `Theme ${themeLabels[name]}`,
    group: 'Theme',
    when: () => true,
    run: ({ wearTheme }) => {
      wearTheme(name);
    },
  })),
  {
    id: 'keys',
    label: 'Keyboard shortcuts',
    group: 'Terminal',
    keys: 'Shift+?',
    when: () => true,
    run: ({ openKeys }) => {
      openKeys();
    },
  },
  {
    id: 'lock',
    label: 'Lock the site',
    group: 'Terminal',
    when: (user, locked) => admin(user) && !locked,
    run: ({ askLock }) => {
      askLock(true);
    },
  },
  {
    id: 'unlock',
    label: 'Unlock the site',
    group: 'Terminal',
    when: (user, locked) => admin(user) && locked,
    run: ({ askLock }) => {
      askLock(false);
    },
  },
  {
    id: 'logout',
    label: 'Log out',
    group: 'Terminal',
    when: signedIn,
    run: ({ logout }) => {
      logout();
    },
  },
];

/** The commands somebody may use now. */
export function availableCommands(user: User | null, locked = false): readonly Command[] {
  return commands.filter((command) => command.when(user, locked));
}

/** A line of the home menu. Its number is its place. */
export interface MenuItem {
  readonly name: string;
  readonly hint: string;
  readonly action: { readonly path: string } | 'logout';
}

/** The numbered menu: ADMIN_PANEL for admins alone, LOGOUT always last. */
export function menuItems(user: User): readonly MenuItem[] {
  return [
    { name: 'VIEW_DOCUMENTS', hint: 'records on file', action: { path: paths.documents } },
    { name: 'SUBMIT_LORE', hint: 'text or file', action: { path: paths.submission } },
    { name: 'TEMPLATES', hint: 'offline', action: { path: paths.templates } },
    { name: 'ARCHIVE_SYSTEM', hint: 'offline', action: { path: paths.archive } },
    { name: 'SETTINGS', hint: 'offline', action: { path: paths.settings } },
    ...(canUseAdminPanel(user)
      ? [{ name: 'ADMIN_PANEL', hint: 'review, users', action: { path: paths.admin } } as const]
      : []),
    { name: 'LOGOUT', hint: 'end session', action: 'logout' },
  ];
}
