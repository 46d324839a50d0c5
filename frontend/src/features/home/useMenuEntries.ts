import { useMemo } from 'react';
import type { Board, User } from '@/api/types';
import { useLogout } from '@/commands/useCommandContext';
import type { MenuEntry } from '@/components/CommandMenu';
import { paths } from '@/lib/paths';
import { canSubmit } from '@/lib/permissions';
import { menuPlaces } from '@/lib/places';
import { liveHints } from './menuHints';

/** Not numbered, because the numbers are those of the specification, which has no line for it. */
const workspace: MenuEntry = {
  name: 'MY_WORKSPACE',
  hint: 'drafts and edits',
  isNumbered: false,
  action: { path: paths.drafts() },
};

/** The lines of the menu with counts from the board; the last line signs out. */
export function useMenuEntries(board: Board | undefined, user: User): readonly MenuEntry[] {
  const logout = useLogout();
  return useMemo(() => {
    const hints = liveHints(board);
    return [
      ...menuPlaces(user).map(({ name, hint, path }) => ({ name, hint, ...hints[name], action: { path } })),
      ...(canSubmit(user) ? [workspace] : []),
      { name: 'LOGOUT', hint: 'end session', action: () => void logout() },
    ];
  }, [board, logout, user]);
}
