import { useState } from 'react';
import { useReadNotificationsMutation } from '@/api/endpoints';
import { useClearAlertsMutation } from '@/api/security';
import { canSubmit, type Person } from '@/lib/permissions';
import { readTabAlerts, writeTabAlerts, type TabAlerts } from '@/lib/tabAlerts';

export interface Marked {
  readonly id: string;
  readonly readAt: string | null;
}

/**
 * Which alerts are read and cleared, and whether the panel is open. The server stores the marks of administrators;
 * emergency access has no account for them, so its marks are stored in this tab.
 */
export function useAlertMarks(user: Person) {
  const [kept, setKept] = useState(() => readTabAlerts(user.id));
  const [read] = useReadNotificationsMutation();
  const [clear, clearing] = useClearAlertsMutation();
  const keep = (change: Partial<TabAlerts>) => {
    const next = { ...kept, ...change };
    setKept(next);
    writeTabAlerts(user.id, next);
  };
  const isServed = canSubmit(user);
  return {
    open: kept.open,
    setOpen: (open: boolean) => keep({ open }),
    /** A list with the marks of this tab. */
    marked<Item extends Marked>(list: readonly Item[] | undefined): readonly Item[] | undefined {
      if (kept.read.length === 0 && kept.cleared.length === 0) return list;
      return list
        ?.filter(({ id }) => !kept.cleared.includes(id))
        .map((item) => (kept.read.includes(item.id) ? { ...item, readAt: item.readAt ?? '' } : item));
    },
    read: (id: string) => {
      if (isServed) void read({ ids: [id] });
      else keep({ read: [...kept.read, id] });
    },
    /** Clears these and collapses the panel. */
    clear: (all: readonly string[]) => {
      if (isServed) void clear({ ids: [...all] });
      keep({ open: false, ...(isServed ? {} : { cleared: [...kept.cleared, ...all] }) });
    },
    isClearing: clearing.isLoading,
  };
}
