import type { DocumentFilters } from '@/api/endpoints';
import { places, type PlaceSearch } from '@/lib/places';
import { readSearch, type SearchValues } from '@/lib/searchState';

/** The search parameters of the repository. */
export type RepositorySearch = SearchValues<PlaceSearch<'documents'>>;

/** As whom a list is read. */
export interface ListReader {
  readonly clearanceLevel: number;
  /** The level that an administrator has chosen; `null` for the user's own view. */
  readonly level: number | null;
}

/** The filters of an address without those that are empty and without a level above the reader's own. */
export function filtersOf(
  { q, level, category, sort }: RepositorySearch,
  { clearanceLevel, level: as }: ListReader,
): DocumentFilters {
  return {
    ...(as === null ? {} : { as }),
    ...(q === '' ? {} : { q }),
    ...(q === '' || sort === 'relevance' ? {} : { sort }),
    ...(level === undefined || level > clearanceLevel ? {} : { level }),
    ...(category === undefined ? {} : { category }),
  };
}

/** The search parameters of an address with these filters, without the reader. */
export function searchOf(filters: DocumentFilters): string {
  const entries = Object.entries(filters)
    .filter(([name]) => name !== 'as')
    .map(([name, value]): [string, string] => [name, String(value)]);
  return new URLSearchParams(entries).toString();
}

/** The filters of search parameters that were kept. */
export function filtersIn(search: string, reader: ListReader): DocumentFilters {
  return filtersOf(readSearch(places.documents.search, new URLSearchParams(search)), reader);
}

/** Whether the list is by date, newest first, so that it can be grouped by month. */
export function isByDate(filters: DocumentFilters): boolean {
  return filters.q === undefined || filters.sort === 'newest';
}

/** Whether anything narrows the list. */
export function isNarrowed(filters: DocumentFilters): boolean {
  return Object.keys(filters).some((name) => name !== 'as');
}
