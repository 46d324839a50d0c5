import { useCallback, useMemo } from 'react';
import { describeError } from '@/lib/errors';

/** The part of a paged query that is used. Each page contains the cursor of the next. */
interface CursorQuery<Page> {
  readonly currentData?: { readonly pages: readonly Page[] } | undefined;
  readonly error?: unknown;
  readonly isFetching: boolean;
  readonly hasNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => unknown;
  readonly refetch: () => unknown;
}

const none: readonly never[] = [];

/** A list that is loaded page by page. `Loaded` accepts the result. */
export function useCursorList<
  Item extends { readonly id: string },
  Page extends { readonly items: readonly Item[] },
>(query: CursorQuery<Page & { readonly items: readonly Item[] }>) {
  const { currentData, error, isFetching, hasNextPage, isFetchNextPageError, fetchNextPage, refetch } = query;
  const pages = currentData?.pages;
  // Pages are refreshed one after another: an item that moves between them is shown only once.
  const data = useMemo(
    () =>
      pages && [
        ...new Map(pages.flatMap<Item>((page) => page.items).map((item) => [item.id, item])).values(),
      ],
    [pages],
  );
  const mayFetch = hasNextPage && !isFetching && error === undefined;
  const retry = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  return {
    pages: pages ?? none,
    /** The loaded items; `undefined` until the first response. */
    data,
    isFetching,
    /** Why the list could not be loaded or refreshed. */
    error: isFetchNextPageError ? undefined : error,
    refetch: () => void refetch(),
    hasMore: hasNextPage,
    /** Loads the next page, unless that is in progress or has failed. */
    fetchMore: useCallback(() => {
      if (mayFetch) retry();
    }, [mayFetch, retry]),
    /** Why the next page could not be loaded. */
    failure: isFetchNextPageError && !isFetching ? describeError(error) : null,
    retry,
  };
}
