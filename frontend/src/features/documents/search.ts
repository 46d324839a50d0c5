import type { DocumentFilters } from '@/api/endpoints';
import type { PlaceSearch } from '@/lib/places';
import type { SearchValues } from '@/lib/searchState';

/** The search parameters of the repository. */
export type RepositorySearch = SearchValues<PlaceSearch<'documents'>>;

/** The filters of an address without those that are empty and without a level above the reader's own. */
export function filtersOf(
  { q, level, category, sort }: RepositorySearch,
  clearanceLevel: number,
): DocumentFilters {
  return {
    ...(q === '' ? {} : { q }),
    ...(q === '' || sort === 'relevance' ? {} : { sort }),
    ...(level === undefined || level > clearanceLevel ? {} : { level }),
    ...(category === undefined ? {} : { category }),
  };
}

/** Whether the list is by date, newest first, so that it can be grouped by month. */
export function isByDate(filters: DocumentFilters): boolean {
  return filters.q === undefined;
}

/** Whether anything narrows the list. */
export function isNarrowed(filters: DocumentFilters): boolean {
  return Object.keys(filters).length > 0;
}
