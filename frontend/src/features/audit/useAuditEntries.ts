import { useCallback, useMemo } from 'react';
import { useAuditPagesInfiniteQuery, type AuditFilters } from '@/api/endpoints';
import { describeError } from '@/api/errors';
import type { AuditEntry } from '@/api/types';

/** The log as far as it has been fetched. */
export interface AuditEntries {
  /** `undefined` while nothing is known yet. */
  readonly items: readonly AuditEntry[] | undefined;
  /** How many match. */
  readonly total: number | undefined;
  readonly busy: boolean;
  /** Why the log, or more of it, could not be had. */
  readonly failure: string | null;
  readonly retry: () => void;
  readonly fetchMore: () => void;
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
    total: pages?.[0]?.total,
    busy: isFetching,
    failure: error === undefined || isFetching ? null : describeError(error),
    retry: () => {
      if (isFetchNextPageError) void fetchNextPage();
      else void refetch();
    },
    fetchMore,
  };
}
