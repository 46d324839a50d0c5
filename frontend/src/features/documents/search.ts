import type { DocumentFilters } from '@/api/endpoints';
import { places, type PlaceSearch } from '@/lib/places';
import { readSearch, type SearchValues } from '@/lib/searchState';

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

/** The search parameters of an address with these filters. */
export function searchOf(filters: DocumentFilters): string {
  const entries = Object.entries(filters).map(([name, value]): [string, string] => [name, String(value)]);
  return new URLSearchParams(entries).toString();
}

/** The filters of search parameters that were kept. */
export function filtersIn(search: string, clearanceLevel: number): DocumentFilters {
  return filtersOf(readSearch(places.documents.search, new URLSearchParams(search)), clearanceLevel);
}

/** Whether the list is by date, newest first, so that it can be grouped by month. */
export function isByDate(filters: DocumentFilters): boolean {
  return filters.q === undefined || filters.sort === 'newest';
}

/** Whether anything narrows the list. */
export function isNarrowed(filters: DocumentFilters): boolean {
  return Object.keys(filters).length > 0;
}
