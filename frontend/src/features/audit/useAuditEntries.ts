import { useCallback, useMemo } from 'react';
import { useAuditPagesInfiniteQuery, type AuditFilters, type AuditPage } from '@/api/endpoints';
import { describeError } from '@/api/errors';
import type { AuditEntry } from '@/api/types';

/** The log as far as it has been fetched. */
export interface AuditEntries {
  /** `undefined` while nothing is known yet. */
  readonly items: readonly AuditEntry[] | undefined;
  /** How many match, once that is known. */
  readonly total: number | undefined;
  /** Where the search of a long log has stopped for now: the number of the last entry looked at. */
  readonly searchedTo: number | null;
  readonly busy: boolean;
  /** Why the log, or more of it, could not be had. */
  readonly failure: string | null;
  readonly retry: () => void;
  readonly fetchMore: () => void;
}

/** How many match, by the last page that was told. */
function knownTotal(pages: readonly AuditPage[] = []): number | undefined {
  return pages.findLast((page) => page.total !== null)?.total ?? undefined;
}

/** Where a search has stopped although there is more to search. */
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

  // A page that failed is not asked for again until somebody says so.
  const mayFetch = hasNextPage && !isFetching && error === undefined;
  const fetchMore = useCallback(() => {
    if (mayFetch) void fetchNextPage();
  }, [fetchNextPage, mayFetch]);

  return {
    items,
    total: knownTotal(pages),
    searchedTo: searchStop(pages),
    busy: isFetching,
    failure: error === undefined || isFetching ? null : describeError(error),
    retry: () => {
      if (isFetchNextPageError) void fetchNextPage();
      else void refetch();
    },
    fetchMore,
  };
}
