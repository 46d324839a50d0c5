import { useCallback, useMemo } from 'react';
import { useAuditPagesInfiniteQuery, type AuditFilters, type AuditPage } from '@/api/auditLog';
import type { AuditEntry } from '@/api/types';
import { describeError } from '@/lib/errors';

/** The loaded part of the log. */
export interface AuditEntries {
  /** `undefined` until the first response. */
  readonly items: readonly AuditEntry[] | undefined;
  /** Number of matches, once it is known. */
  readonly total: number | undefined;
  /** Number of the oldest examined entry, while older ones remain to be searched. */
  readonly searchedTo: number | null;
  /** All matches are loaded. */
  readonly complete: boolean;
  readonly busy: boolean;
  /** Why the log could not be loaded or refreshed. */
  readonly error: unknown;
  readonly refetch: () => void;
  /** Why more of the log could not be loaded. */
  readonly failure: string | null;
  readonly retry: () => void;
  readonly fetchMore: () => void;
}

/** The number of matches, from the newest page that has it. */
function knownTotal(pages: readonly AuditPage[] = []): number | undefined {
  return pages.findLast((page) => page.total !== null)?.total ?? undefined;
}

/** The entry at which a search stopped before the end of the log. */
function searchStop(pages: readonly AuditPage[] = []): number | null {
  const last = pages.at(-1);
  return last === undefined || last.next === null ? null : last.searchedTo;
}

/** Loads the log for these filters, one page at a time. */
export function useAuditEntries(filters: AuditFilters): AuditEntries {
  const query = useAuditPagesInfiniteQuery(filters);
  const { currentData, error, isFetching, hasNextPage, isFetchNextPageError, fetchNextPage, refetch } = query;
  const pages = currentData?.pages;
  const items = useMemo(() => pages?.flatMap((page) => page.items), [pages]);

  // A page that failed is loaded again only by the button.
  const mayFetch = hasNextPage && !isFetching && error === undefined;
  const fetchMore = useCallback(() => {
    if (mayFetch) void fetchNextPage();
  }, [fetchNextPage, mayFetch]);

  return {
    items,
    total: knownTotal(pages),
    searchedTo: searchStop(pages),
    complete: currentData !== undefined && !hasNextPage,
    busy: isFetching,
    error: isFetchNextPageError ? undefined : error,
    refetch: () => void refetch(),
    failure: isFetchNextPageError && !isFetching ? describeError(error) : null,
    retry: () => void fetchNextPage(),
    fetchMore,
  };
}
