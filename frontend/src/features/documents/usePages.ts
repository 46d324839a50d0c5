import { useMemo } from 'react';
import { api, type DocumentFilters, type DocumentPage, type DocumentPageRequest } from '@/api/endpoints';
import { describeError } from '@/lib/errors';
import { useAppDispatch } from '@/state/hooks';
import { useHeldQueries } from '@/state/useHeldQueries';

const { documentPage } = api.endpoints;

/** Pages of the repository, as far as they are loaded. */
interface Pages {
  readonly loaded: ReadonlyMap<number, DocumentPage>;
  readonly busy: boolean;
  /** Why a page could not be loaded. */
  readonly failure: string | null;
  readonly retry: () => void;
}

/** Keeps exactly these pages loaded: pages that are no longer needed are released and their requests aborted. */
export function usePages(filters: DocumentFilters, pages: readonly number[]): Pages {
  const dispatch = useAppDispatch();
  const places = useMemo(() => pages.map((page) => ({ filters, page })), [filters, pages]);
  const source = useMemo(
    () => ({
      hold: (place: DocumentPageRequest) => dispatch(documentPage.initiate(place)),
      select: documentPage.select,
    }),
    [dispatch],
  );
  const { states, retry } = useHeldQueries(places, source);

  const loaded = useMemo(() => {
    const found = new Map<number, DocumentPage>();
    for (const [index, { data }] of states.entries()) {
      const page = places[index]?.page;
      if (page !== undefined && data !== undefined) found.set(page, data);
    }
    return found;
  }, [places, states]);
  const failed = states.find((state) => state.isError);

  return {
    loaded,
    busy: states.some((state) => state.isLoading),
    failure: failed === undefined ? null : describeError(failed.error),
    retry,
  };
}
