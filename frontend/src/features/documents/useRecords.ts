import { useCallback, useMemo } from 'react';
import { useDocumentPagesInfiniteQuery, type DocumentFilters } from '@/api/endpoints';
import { describeError } from '@/api/errors';
import type { DocumentSummary } from '@/api/types';

/** Seconds after which a list that was left is asked for again when it is come back to. */
const freshFor = 60;

/** The repository as far as it has been fetched. */
export interface Records {
  /** `undefined` while nothing is known yet. */
  readonly items: readonly DocumentSummary[] | undefined;
  /** How many match, and how many the reader may see at all. */
  readonly counts: { readonly matching: number; readonly accessible: number } | undefined;
  /** What is shown is of before, and the answer is on its way. */
  readonly busy: boolean;
  /** Why the list, or more of it, could not be had. */
  readonly failure: string | null;
  readonly retry: () => void;
  readonly fetchMore: () => void;
}

function answered<Data>(current: Data | undefined, last: Data | undefined, failed: boolean) {
  // While the next list is on its way the one before stays; when it fails, the one before would be a lie.
  return current ?? (failed ? undefined : last);
}

/** Fetches the list for these filters, a page at a time. */
export function useRecords(filters: DocumentFilters): Records {
  const query = useDocumentPagesInfiniteQuery(filters, { refetchOnMountOrArgChange: freshFor });
  const { error, isFetching, hasNextPage, isFetchNextPageError, fetchNextPage, refetch } = query;
  const pages = answered(query.currentData, query.data, query.isError)?.pages;

  const items = useMemo(() => pages?.flatMap((page) => page.items), [pages]);

  // A page that failed is not asked for again until somebody says so.
  const mayFetch = hasNextPage && !isFetching && error === undefined;
  const fetchMore = useCallback(() => {
    if (mayFetch) void fetchNextPage();
  }, [fetchNextPage, mayFetch]);

  const retry = () => {
    if (isFetchNextPageError) void fetchNextPage();
    else void refetch();
  };

  return {
    items,
    counts: pages?.[0],
    busy: isFetching,
    failure: error === undefined ? null : describeError(error),
    retry,
    fetchMore,
  };
}
