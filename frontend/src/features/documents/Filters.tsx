import type { DocumentFilters } from '@/api/endpoints';
import { FilterLine } from '@/components/FilterLine';
import { SearchInput } from '@/components/SearchInput';
import { Segments } from '@/components/Segments';
import { Select } from '@/components/Select';
import { documentCategories } from '@/lib/categories';
import { levelsUpTo } from '@/lib/clearance';
import { maxSearchLength, places } from '@/lib/places';
import { OrderSwitch, type SearchOrder } from './OrderSwitch';
import type { RepositorySearch } from './search';
import type { Density } from './useDensity';

const fields = places.documents.search;

const categories = documentCategories.map((value) => ({ value, label: value }));

const densities = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
] as const satisfies readonly { readonly value: Density; readonly label: string }[];

interface FiltersProps {
  readonly filters: DocumentFilters;
  readonly clearanceLevel: number;
  readonly onChange: (changes: Partial<RepositorySearch>) => void;
  /** The order of the results of a search. */
  readonly order: SearchOrder;
  readonly density: Density;
  readonly onDensity: (density: Density) => void;
}

/** The filters of the repository, the order of a search and the density of the rows, on one line. */
export function Filters({ filters, clearanceLevel, onChange, order, density, onDensity }: FiltersProps) {
  const isSearch = filters.q !== undefined;
  const levels = levelsUpTo(clearanceLevel).map((level) => ({
    value: String(level),
    label: String(level),
    name: `LEVEL ${level}`,
  }));
  return (
    <FilterLine role="search" columns={`auto 208px minmax(0, 1fr) ${isSearch ? 'auto ' : ''}auto`}>
      <Segments
        label="Clearance"
        options={[{ value: '', label: 'All', name: 'ALL LEVELS' }, ...levels]}
        value={String(filters.level ?? '')}
        onChange={(level) => {
          onChange({ level: fields.level.read(level) });
        }}
      />
      <Select
        label="Category"
        hideLabel
        placeholder="ALL CATEGORIES"
        options={categories}
        value={filters.category ?? ''}
        onChange={(event) => {
          onChange({ category: fields.category.read(event.target.value) });
        }}
      />
      <SearchInput
        label="Search title or content"
        hideLabel
        placeholder="type / to search title or content"
        maxLength={maxSearchLength}
        value={filters.q ?? ''}
        onSearch={(q) => {
          onChange({ q });
        }}
      />
      {isSearch && (
        <OrderSwitch
          order={order}
          onChange={(sort) => {
            onChange({ sort });
          }}
        />
      )}
      <Segments label="Rows" options={densities} value={density} onChange={onDensity} />
    </FilterLine>
  );
}
