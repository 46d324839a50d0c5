import { useMemo, useState } from 'react';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { documentPageSize, useDocumentHeadQuery, type DocumentFilters } from '@/api/endpoints';
import { describeError } from '@/lib/errors';
import type { ListPosition } from '@/state/recordState';
import { useView } from '@/state/useView';
import { neighborsIn, reaches, type Neighborhood } from './neighbors';
import { filtersIn } from './search';
import { usePages } from './usePages';

/** The rows beside a record in the list it was opened from. */
interface Neighbors extends Neighborhood {
  /** Why the list could not be loaded. */
  readonly failure: string | null;
  readonly retry: () => void;
}

const noFilters: DocumentFilters = {};
const noPages: readonly number[] = [];
const nowhere = { search: null, index: 0 } as const;

/** The pages after the first that contain the rows within reach. */
function pagesWithin(index: number, reach: number, total: number | undefined): readonly number[] {
  const first = Math.floor(Math.max(0, index - reach) / documentPageSize);
  const end = total === undefined ? index + reach : Math.min(index + reach, total - 1);
  const last = Math.floor(Math.max(0, end) / documentPageSize);
  return Array.from({ length: last - first + 1 }, (_page, offset) => first + offset).filter(
    (page) => page > 0,
  );
}

/** The filters in stored search parameters; `null` without a list. */
function useFilters(search: string | null): DocumentFilters | null {
  const {
    level,
    reader: { clearanceLevel },
  } = useView();
  return useMemo(
    () => (search === null ? null : filtersIn(search, { clearanceLevel, level })),
    [search, clearanceLevel, level],
  );
}

/**
 * The records before and after one in the list it was opened from, with its filters and order. The list is loaded as
 * far as necessary and kept up to date; usually it is still loaded.
 */
export function useNeighbors(list: ListPosition | null, id: string): Neighbors | null {
  const { search, index } = list ?? nowhere;
  const filters = useFilters(search);
  const head = useDocumentHeadQuery(filters ?? skipToken);
  const first = head.currentData;
  const [lost, setLost] = useState<string | null>(null);
  const reach = lost === id ? reaches.far : reaches.near;
  const total = first?.matching;
  const pages = useMemo(
    () => (filters === null ? noPages : pagesWithin(index, reach, total)),
    [filters, index, reach, total],
  );
  const rest = usePages(filters ?? noFilters, pages);

  const neighbors = useMemo(() => {
    const itemAt = (row: number) => {
      const page = Math.floor(row / documentPageSize);
      return (page === 0 ? first : rest.loaded.get(page))?.items[row - page * documentPageSize];
    };
    return neighborsIn(itemAt, total, { id, index, reach });
  }, [first, rest.loaded, total, id, index, reach]);
  // Search further away once.
  if (neighbors.isLost && lost !== id) setLost(id);

  const problem: unknown = head.error;
  const retry = () => {
    if (problem !== undefined) void head.refetch();
    rest.retry();
  };
  const failure = problem === undefined ? rest.failure : describeError(problem);
  return list === null ? null : { ...neighbors, failure, retry };
}
