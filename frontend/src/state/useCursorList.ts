import { useCallback, useMemo } from 'react';
import { describeError } from '@/lib/errors';

/** What is used of a query of pages, each of which says where the next begins. */
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

/** A list that is loaded one page at a time; `Loaded` takes it as it is. */
export function useCursorList<
  Item extends { readonly id: string },
  Page extends { readonly items: readonly Item[] },
>(query: CursorQuery<Page & { readonly items: readonly Item[] }>) {
  const { currentData, error, isFetching, hasNextPage, isFetchNextPageError, fetchNextPage, refetch } = query;
  const pages = currentData?.pages;
  // Pages are refreshed one after another: what has moved between them is shown once.
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
    /** The loaded part; `undefined` until the first answer. */
    data,
    isFetching,
    /** Why the list could not be loaded or refreshed. */
    error: isFetchNextPageError ? undefined : error,
    refetch: () => void refetch(),
    hasMore: hasNextPage,
    /** Loads more, unless that is being done or has failed. */
    fetchMore: useCallback(() => {
      if (mayFetch) retry();
    }, [mayFetch, retry]),
    /** Why more could not be loaded. */
    failure: isFetchNextPageError && !isFetching ? describeError(error) : null,
    retry,
  };
}
