import { useCallback, useMemo } from 'react';
import { useArchivePagesInfiniteQuery } from '@/api/endpoints';
import type { ArchivedDocument } from '@/api/types';
import { describeError } from '@/lib/errors';

/** The loaded part of a section's documents. */
export interface Shelf {
  /** `undefined` until the first answer. */
  readonly items: readonly ArchivedDocument[] | undefined;
  /** How many the reader may see; `undefined` until the first answer. */
  readonly total: number | undefined;
  readonly busy: boolean;
  /** Why the list could not be loaded or refreshed. */
  readonly error: unknown;
  readonly refetch: () => void;
  /** Why more of the list could not be loaded. */
  readonly failure: string | null;
  readonly retry: () => void;
  readonly fetchMore: () => void;
}

/** Loads the documents of a section, one page at a time. */
export function useShelf(section: string): Shelf {
  const query = useArchivePagesInfiniteQuery(section);
  const { currentData, error, isFetching, hasNextPage, isFetchNextPageError, fetchNextPage, refetch } = query;
  const pages = currentData?.pages;
  const items = useMemo(() => {
    // Pages are refreshed one after another: a document that has moved between them is shown once.
    const seen = new Set<string>();
    return pages?.flatMap((page) =>
      page.items.filter(({ id }) => {
        const isNew = !seen.has(id);
        seen.add(id);
        return isNew;
      }),
    );
  }, [pages]);
  const mayFetch = hasNextPage && !isFetching && error === undefined;
  const fetchMore = useCallback(() => {
    if (mayFetch) void fetchNextPage();
  }, [fetchNextPage, mayFetch]);
  return {
    items,
    total: pages?.at(-1)?.total,
    busy: isFetching,
    error: isFetchNextPageError ? undefined : error,
    refetch: () => void refetch(),
    failure: isFetchNextPageError && !isFetching ? describeError(error) : null,
    retry: () => void fetchNextPage(),
    fetchMore,
  };
}
