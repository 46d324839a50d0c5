import { useCallback, useEffect, useRef, useState } from 'react';
import {
  api,
  documentPageSize,
  useDocumentHeadQuery,
  type DocumentFilters,
  type DocumentPage,
} from '@/api/endpoints';
import type { DocumentSummary } from '@/api/types';
import { useAppDispatch } from '@/state/hooks';
import { pagesAround, samePages } from './pages';
import { usePages } from './usePages';

/** Number of seconds for which a list that was left is shown again without a request. */
export const freshFor = 60;

/** Pause after a jump of the scroll position before its rows are requested, in milliseconds. */
const rest = 40;

/** The repository, loaded as far as it is visible. */
export interface Records {
  /** The filters of the shown list; while another one is loading, those of the previous list. */
  readonly filters: DocumentFilters;
  /** Number of matches, and of records that the reader may see; `undefined` until the first response. */
  readonly counts: Pick<DocumentPage, 'matching' | 'isAtLeast' | 'accessible'> | undefined;
  /** The record of a row; `undefined` until it is loaded. */
  readonly itemAt: (index: number) => DocumentSummary | undefined;
  /** Receives the rows that are on the page. */
  readonly onShown: (rows: readonly number[]) => void;
  /** A request is running; the shown data is older or incomplete. */
  readonly busy: boolean;
  /** Why the beginning of the list could not be loaded or refreshed. */
  readonly error: unknown;
  readonly refetch: () => void;
  /** Why some rows of the list could not be loaded. */
  readonly failure: string | null;
  readonly retry: () => void;
}

const nothing: readonly number[] = [];

/** Whether a request was aborted by the page itself, which the cache stores as its error. */
function isAborted(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError';
}

/** The head of the list for these filters; while it is loading, the previous head with its filters. */
function useHead(filters: DocumentFilters) {
  const dispatch = useAppDispatch();
  const query = useDocumentHeadQuery(filters, { refetchOnMountOrArgChange: freshFor });
  const [shown, setShown] = useState(filters);
  if (query.currentData !== undefined && shown !== filters) setShown(filters);

  // The user continued typing: abort the request for the earlier text.
  useEffect(
    () => () => dispatch(api.util.getRunningQueryThunk('documentHead', filters))?.abort(),
    [dispatch, filters],
  );

  // A request that was aborted has not failed: a later visit waits for its response.
  const isLeft = isAborted(query.error);
  const { refetch } = query;
  useEffect(() => {
    if (isLeft) void refetch();
  }, [isLeft, refetch]);

  const error = isLeft ? undefined : query.error;
  return {
    shown,
    // After a failure the previous list would not match the filters.
    head: query.currentData ?? (error === undefined ? query.data : undefined),
    busy: query.isFetching || isLeft,
    error,
    refetch,
  };
}

/** The pages after the first that the visible rows need. */
function useVisiblePages(filters: DocumentFilters, count: number) {
  const [wanted, setWanted] = useState({ of: filters, pages: nothing });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const shown = useRef(nothing);

  useEffect(() => () => clearTimeout(timer.current), []);

  const onShown = useCallback(
    (rows: readonly number[]) => {
      const pages = pagesAround(rows, count);
      const take = () => {
        shown.current = pages;
        const later = pages.filter((page) => page > 0);
        setWanted((before) =>
          before.of === filters && samePages(before.pages, later) ? before : { of: filters, pages: later },
        );
      };
      clearTimeout(timer.current);
      // While the scrollbar is dragged, no page is requested until it rests.
      if (pages.some((page) => shown.current.includes(page))) take();
      else timer.current = setTimeout(take, rest);
    },
    [filters, count],
  );
  return { pages: wanted.of === filters ? wanted.pages : nothing, onShown };
}

/** Loads the list for these filters as far as it is visible. Equal filters must be the same object. */
export function useRecords(filters: DocumentFilters): Records {
  const { shown, head, busy, error, refetch } = useHead(filters);
  const { pages, onShown } = useVisiblePages(shown, head?.matching ?? 0);
  const rest = usePages(shown, pages);

  const itemAt = useCallback(
    (index: number) => {
      const number = Math.floor(index / documentPageSize);
      const page = number === 0 ? head : rest.loaded.get(number);
      return page?.items[index - number * documentPageSize];
    },
    [head, rest.loaded],
  );

  return {
    filters: shown,
    counts: head,
    itemAt,
    onShown,
    busy: busy || rest.busy,
    error,
    refetch: () => void refetch(),
    failure: rest.failure,
    retry: rest.retry,
  };
}
