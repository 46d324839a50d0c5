import { useCallback, useEffect, useRef, useState } from 'react';
import { api, documentPageSize, useDocumentHeadQuery, type DocumentFilters } from '@/api/endpoints';
import { describeError } from '@/api/errors';
import type { DocumentSummary } from '@/api/types';
import { useAppDispatch } from '@/state/hooks';
import { pagesAround, samePages } from './pages';
import { usePages } from './usePages';

/** Seconds after which a list that was left is asked for again when it is come back to. */
const freshFor = 60;

/** How long scrolling that jumps has to rest before the rows there are asked for, in milliseconds. */
const rest = 40;

/** The repository, of which the rows that are looked at have been fetched. */
export interface Records {
  /** How many match, and how many the reader may see at all; `undefined` while nothing is known yet. */
  readonly counts: { readonly matching: number; readonly accessible: number } | undefined;
  /** A row; `undefined` while it has not been fetched. */
  readonly itemAt: (index: number) => DocumentSummary | undefined;
  /** Told which rows are on the page. */
  readonly onShown: (rows: readonly number[]) => void;
  /** What is shown is of before, or not all there, and the answer is on its way. */
  readonly busy: boolean;
  /** Why the list, or a part of it, could not be had. */
  readonly failure: string | null;
  readonly retry: () => void;
}

const nothing: readonly number[] = [];

/** The head of the list for these filters; while it is on its way, of the ones before, with those. */
function useHead(filters: DocumentFilters) {
  const dispatch = useAppDispatch();
  const query = useDocumentHeadQuery(filters, { refetchOnMountOrArgChange: freshFor });
  const [shown, setShown] = useState(filters);
  if (query.currentData !== undefined && shown !== filters) setShown(filters);

  // Typing goes on: nobody waits any more for the answer to what was typed before.
  useEffect(
    () => () => {
      dispatch(api.util.getRunningQueryThunk('documentHead', filters))?.abort();
    },
    [dispatch, filters],
  );

  const failed = query.isError && !query.isFetching;
  return {
    shown,
    // When the next list fails, the one before would be a lie.
    head: query.currentData ?? (failed ? undefined : query.data),
    busy: query.isFetching,
    failure: failed ? describeError(query.error) : null,
    refetch: query.refetch,
  };
}

/** Which pages after the first one are wanted, by the rows on the page. */
function useWanted(filters: DocumentFilters, count: number) {
  const [wanted, setWanted] = useState({ of: filters, pages: nothing });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const shown = useRef(nothing);

  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );

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
      // Whoever drags the scrollbar through the list is not on any page of it until they rest.
      if (pages.some((page) => shown.current.includes(page))) take();
      else timer.current = setTimeout(take, rest);
    },
    [filters, count],
  );
  return { pages: wanted.of === filters ? wanted.pages : nothing, onShown };
}

/** Fetches the list for these filters as far as it is looked at. They are the same object as long as they are the same. */
export function useRecords(filters: DocumentFilters): Records {
  const { shown, head, busy, failure, refetch } = useHead(filters);
  const { pages, onShown } = useWanted(shown, head?.matching ?? 0);
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
    counts: head,
    itemAt,
    onShown,
    busy: busy || rest.busy,
    failure: failure ?? rest.failure,
    retry: () => {
      if (failure === null) rest.retry();
      else void refetch();
    },
  };
}
