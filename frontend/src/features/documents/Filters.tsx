import type { DocumentFilters } from '@/api/endpoints';
import { FilterBar } from '@/components/FilterBar';
import { Frame } from '@/components/Frame';
import { SearchInput } from '@/components/SearchInput';
import { Select } from '@/components/Select';
import { documentCategories, levelsUpTo } from '@/lib/clearance';
import { maxSearchLength, places } from '@/lib/places';
import type { RepositorySearch } from './search';

const fields = places.documents.search;

const categories = documentCategories.map((value) => ({ value, label: value }));

interface FiltersProps {
  readonly filters: DocumentFilters;
  readonly clearanceLevel: number;
  readonly onChange: (changes: Partial<RepositorySearch>) => void;
}

/** The filters of the repository. */
export function Filters({ filters, clearanceLevel, onChange }: FiltersProps) {
  return (
    <Frame caption="Filter">
      <div role="search">
        <FilterBar>
          <Select
            label="Clearance"
            placeholder="ALL LEVELS"
            options={levelsUpTo(clearanceLevel).map((level) => ({
              value: String(level),
              label: `LEVEL ${level}`,
            }))}
            value={filters.level ?? ''}
            onChange={(event) => {
              onChange({ level: fields.level.read(event.target.value) });
            }}
          />
          <Select
            label="Category"
            placeholder="ALL"
            options={categories}
            value={filters.category ?? ''}
            onChange={(event) => {
              onChange({ category: fields.category.read(event.target.value) });
            }}
          />
          <SearchInput
            label="Search title or content"
            maxLength={maxSearchLength}
            value={filters.q ?? ''}
            onSearch={(q) => {
              onChange({ q });
            }}
          />
        </FilterBar>
      </div>
    </Frame>
  );
}
