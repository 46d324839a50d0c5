import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useLocation, type Location } from 'react-router-dom';
import { readSearch, writeSearch, type SearchSchema, type SearchValues } from '@/lib/searchState';
import { useNavigate } from '@/router/RouterProvider';

interface ChangeOptions {
  /** Removes every other parameter. */
  readonly clear?: boolean;
  /** Adds an entry to the history, so that Back undoes the change. */
  readonly push?: boolean;
}

type ChangeSearch<Schema extends SearchSchema> = (
  changes: Partial<SearchValues<Schema>>,
  options?: ChangeOptions,
) => void;

/**
 * The search parameters of this screen, read and written through their schema. A change keeps the scroll position and,
 * unless it is pushed, replaces the entry of the history, so that typing neither fills the history nor moves the page.
 * The values are the same object until the address changes; the schema has to be a constant.
 */
export function useSearchState<Schema extends SearchSchema>(
  schema: Schema,
): readonly [SearchValues<Schema>, ChangeSearch<Schema>] {
  const { search, state } = useLocation() as Location<unknown>;
  const navigate = useNavigate();
  const text = search.slice(1);
  const values = useMemo(() => readSearch(schema, new URLSearchParams(text)), [schema, text]);
  // The router passes on what was last rendered, so that of two changes before a render the first would be lost.
  const latest = useRef(text);
  useLayoutEffect(() => {
    latest.current = text;
  }, [text]);
  const change: ChangeSearch<Schema> = useCallback(
    (changes, { clear = false, push = false } = {}) => {
      const next = writeSearch(schema, new URLSearchParams(clear ? '' : latest.current), changes);
      latest.current = next.toString();
      void navigate({ search: latest.current }, { replace: !push, preventScrollReset: true, state });
    },
    [schema, navigate, state],
  );
  return [values, change];
}
