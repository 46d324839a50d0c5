import type { DocumentFilters } from '@/api/endpoints';
import { places, type PlaceSearch } from '@/lib/places';
import { readSearch, type SearchValues } from '@/lib/searchState';

export type RepositorySearch = SearchValues<PlaceSearch<'documents'>>;

export interface ListReader {
  readonly clearanceLevel: number;
  /** The preview level of an administrator; `null` for the user's own view. */
  readonly level: number | null;
}

interface OrderOption {
  readonly value: RepositorySearch['sort'];
  readonly label: string;
}

const orders: readonly OrderOption[] = [
  { value: 'relevance', label: 'NEWEST FIRST' },
  { value: 'oldest', label: 'OLDEST FIRST' },
  { value: 'title', label: 'BY TITLE' },
  { value: 'level', label: 'BY LEVEL' },
];

const searchOrders: readonly OrderOption[] = [
  { value: 'relevance', label: 'BEST MATCH' },
  { value: 'newest', label: 'NEWEST FIRST' },
];

/** The possible orders of a list, the default first. A search has fewer. */
export function ordersOf(isSearch: boolean): readonly OrderOption[] {
  return isSearch ? searchOrders : orders;
}

/** The order to request; nothing for the default or an unknown order. */
function orderOf(q: string, sort: RepositorySearch['sort']): Pick<DocumentFilters, 'sort'> {
  const isOffered = ordersOf(q !== '').some(({ value }) => value === sort);
  return sort === 'relevance' || !isOffered ? {} : { sort };
}

/** The filters in an address, without empty ones and without a level above the reader's own. */
export function filtersOf(
  { q, level, category, author, sort }: RepositorySearch,
  { clearanceLevel, level: as }: ListReader,
): DocumentFilters {
  return {
    ...(as === null ? {} : { as }),
    ...(q === '' ? {} : { q }),
    ...orderOf(q, sort),
    ...(level === undefined || level > clearanceLevel ? {} : { level }),
    ...(category === undefined ? {} : { category }),
    ...(author === '' ? {} : { author }),
  };
}

/** The search parameters for these filters, without the preview level. */
export function searchOf(filters: DocumentFilters): string {
  const entries = Object.entries(filters)
    .filter(([name]) => name !== 'as')
    .map(([name, value]): [string, string] => [name, String(value)]);
  return new URLSearchParams(entries).toString();
}

export function filtersIn(search: string, reader: ListReader): DocumentFilters {
  return filtersOf(readSearch(places.documents.search, new URLSearchParams(search)), reader);
}

/** What the rows of a list are grouped by, which is its order; `null` if that forms no groups. */
export type Grouping = 'month' | 'letter' | 'level' | null;

export function groupingOf({ q, sort }: DocumentFilters): Grouping {
  if (sort === 'title') return 'letter';
  if (sort === 'level') return 'level';
  return q === undefined || sort !== undefined ? 'month' : null;
}

export function isNarrowed(filters: DocumentFilters): boolean {
  return Object.keys(filters).some((name) => name !== 'as' && name !== 'sort');
}
