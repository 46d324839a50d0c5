import { useAuditPagesInfiniteQuery, type AuditFilters, type AuditPage } from '@/api/auditLog';
import type { AuditEntry } from '@/api/types';
import { useCursorList } from '@/state/useCursorList';

export type AuditEntries = ReturnType<typeof useAuditEntries>;

/** Loads the log for these filters, one page at a time. */
export function useAuditEntries(filters: AuditFilters) {
  const list = useCursorList<AuditEntry, AuditPage>(useAuditPagesInfiniteQuery(filters));
  const last = list.pages.at(-1);
  return {
    ...list,
    /** Number of matches, from the newest page that has it. */
    total: list.pages.findLast((page) => page.total !== null)?.total ?? undefined,
    /** Number of the oldest examined entry, while older ones remain to be searched. */
    searchedTo: last === undefined || last.next === null ? null : last.searchedTo,
  };
}
