import { useMemo } from 'react';
import type { Board, User } from '@/api/types';
import { menuItems } from '@/commands/registry';
import { useLogout } from '@/commands/useCommandContext';
import type { MenuEntry } from '@/components/CommandMenu';
import { liveHints } from './menuHints';

/** The lines of the numbered menu, with what the board counts. */
export function useMenuEntries(board: Board | undefined, user: User): readonly MenuEntry[] {
  const logout = useLogout();
  return useMemo(() => {
    const hints = liveHints(board);
    return menuItems(user).map((item) => ({
      ...item,
      ...hints[item.name],
      action: item.action === 'logout' ? () => void logout() : item.action,
    }));
  }, [board, logout, user]);
}
