import { useCallback, useEffect, useMemo, useRef } from 'react';
import { createSelector } from '@reduxjs/toolkit';
import { api, type DocumentFilters, type DocumentPage } from '@/api/endpoints';
import { describeError } from '@/api/errors';
import { useAppDispatch, useAppSelector } from '@/state/hooks';

const { documentPage } = api.endpoints;

type Subscription = ReturnType<ReturnType<typeof documentPage.initiate>>;

/** Some pages of the repository, as far as they are loaded. */
interface Pages {
  readonly loaded: ReadonlyMap<number, DocumentPage>;
  readonly busy: boolean;
  /** Why a page could not be loaded. */
  readonly failure: string | null;
  readonly retry: () => void;
}

type PageState = ReturnType<ReturnType<typeof documentPage.select>>;

const nothing: readonly PageState[] = [];
const none = () => nothing;

/** Keeps exactly these pages loaded: pages that are no longer needed are released and their requests aborted. */
export function usePages(filters: DocumentFilters, pages: readonly number[]): Pages {
  const dispatch = useAppDispatch();
  const held = useRef(new Map<string, Subscription>());
  const places = useMemo(() => pages.map((page) => ({ filters, page })), [filters, pages]);

  useEffect(() => {
    const before = held.current;
    const after = new Map<string, Subscription>();
    for (const place of places) {
      const key = JSON.stringify(place);
      after.set(key, before.get(key) ?? dispatch(documentPage.initiate(place)));
    }
    held.current = after;
    for (const [key, subscription] of before) if (!after.has(key)) release(subscription);
  }, [dispatch, places]);
  useEffect(
    () => () => {
      for (const subscription of held.current.values()) release(subscription);
      held.current.clear();
    },
    [],
  );

  const select = useMemo(() => {
    const selectors = places.map((place) => documentPage.select(place));
    return selectors.length === 0 ? none : createSelector(selectors, (...states) => states);
  }, [places]);
  const states = useAppSelector(select);

  const loaded = useMemo(() => {
    const found = new Map<number, DocumentPage>();
    for (const [index, { data }] of states.entries()) {
      const page = places[index]?.page;
      if (page !== undefined && data !== undefined) found.set(page, data);
    }
    return found;
  }, [places, states]);
  const failed = states.find((state) => state.isError);

  const retry = useCallback(() => {
    for (const subscription of held.current.values()) {
      void subscription.then(({ isError }) => {
        if (isError) void subscription.refetch();
      });
    }
  }, []);

  return {
    loaded,
    busy: states.some((state) => state.isLoading),
    failure: failed === undefined ? null : describeError(failed.error),
    retry,
  };
}

/** Aborts the request under way and releases the cached answer. */
function release(subscription: Subscription): void {
  subscription.abort();
  subscription.unsubscribe();
}
