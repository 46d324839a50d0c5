import { useMemo } from 'react';
import type { Board, User } from '@/api/types';
import { menuItems } from '@/commands/registry';
import { useLogout } from '@/commands/useCommandContext';
import type { MenuEntry } from '@/components/CommandMenu';
import { paths } from '@/lib/paths';
import { canSubmit } from '@/lib/permissions';
import { liveHints } from './menuHints';

/** The numbers are those of the specification, which has no line for it. */
const workspace: MenuEntry = {
  name: 'MY_WORKSPACE',
  hint: 'drafts and edits',
  isNumbered: false,
  action: { path: paths.drafts() },
};

/** The lines of the menu, with what the board counts; the way out is the last. */
export function useMenuEntries(board: Board | undefined, user: User): readonly MenuEntry[] {
  const logout = useLogout();
  return useMemo(() => {
    const hints = liveHints(board);
    const entries: readonly MenuEntry[] = menuItems(user).map((item) => ({
      ...item,
      ...hints[item.name],
      action: item.action === 'logout' ? () => void logout() : item.action,
    }));
    return canSubmit(user) ? [...entries.slice(0, -1), workspace, ...entries.slice(-1)] : entries;
  }, [board, logout, user]);
}
