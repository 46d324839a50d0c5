import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useLocation, type Location } from 'react-router-dom';
import { readSearch, writeSearch, type SearchSchema, type SearchValues } from '@/lib/searchState';
import { useNavigate } from '@/router/RouterProvider';

interface ChangeOptions {
  /** Removes all other parameters. */
  readonly clear?: boolean;
  /** Adds a history entry, so that Back undoes the change. */
  readonly push?: boolean;
}

type ChangeSearch<Schema extends SearchSchema> = (
  changes: Partial<SearchValues<Schema>>,
  options?: ChangeOptions,
) => void;

/**
 * The search parameters of this screen, read and written by their schema. A change keeps the scroll position and, by
 * default, replaces the history entry, so that typing neither fills the history nor moves the page. The values are the
 * same object until the address changes; the schema must be a constant.
 */
export function useSearchState<Schema extends SearchSchema>(
  schema: Schema,
): readonly [SearchValues<Schema>, ChangeSearch<Schema>] {
  const { search, state } = useLocation() as Location<unknown>;
  const navigate = useNavigate();
  const text = search.slice(1);
  const values = useMemo(() => readSearch(schema, new URLSearchParams(text)), [schema, text]);
  // The router returns what was last rendered, so the first of two changes before a render would be lost.
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
