import { useCallback, useMemo } from 'react';
import { useAuditPagesInfiniteQuery, type AuditFilters, type AuditPage } from '@/api/endpoints';
import { describeError } from '@/api/errors';
import type { AuditEntry } from '@/api/types';

/** The part of the log that is loaded. */
export interface AuditEntries {
  /** `undefined` while nothing is known yet. */
  readonly items: readonly AuditEntry[] | undefined;
  /** How many match, once that is known. */
  readonly total: number | undefined;
  /** The number of the last entry searched, while there is more of the log to search. */
  readonly searchedTo: number | null;
  /** Everything that matches is loaded. */
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

/** How many match, from the last page that knew. */
function knownTotal(pages: readonly AuditPage[] = []): number | undefined {
  return pages.findLast((page) => page.total !== null)?.total ?? undefined;
}

/** The entry at which a search stopped with more of the log left to search. */
function searchStop(pages: readonly AuditPage[] = []): number | null {
  const last = pages.at(-1);
  return last === undefined || last.next === null ? null : last.searchedTo;
}

/** Fetches the log for these filters, a page at a time. */
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
    refetch: () => {
      void refetch();
    },
    failure: isFetchNextPageError && !isFetching ? describeError(error) : null,
    retry: () => {
      void fetchNextPage();
    },
    fetchMore,
  };
}
