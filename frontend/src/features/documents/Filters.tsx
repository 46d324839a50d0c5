import { useState, type ReactNode } from 'react';
import type { DocumentFilters } from '@/api/endpoints';
import { Button } from '@/components/Button';
import { Dialog } from '@/components/dialog/Dialog';
import { FilterLine } from '@/components/form/FilterLine';
import { SearchInput } from '@/components/form/SearchInput';
import { Segments } from '@/components/form/Segments';
import { Select } from '@/components/form/Select';
import { SuggestInput } from '@/components/form/SuggestInput';
import { Stack } from '@/components/Layout';
import { useIsPhone } from '@/components/useMedia';
import { documentCategories } from '@/lib/categories';
import { levelsUpTo } from '@/lib/clearance';
import { maxNameLength, maxSearchLength, places } from '@/lib/places';
import { ordersOf, type RepositorySearch } from './search';
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
  readonly order: RepositorySearch['sort'];
  readonly authors: readonly string[];
  readonly density: Density;
  readonly onDensity: (density: Density) => void;
  /** Content beside the filters on a phone. */
  readonly end: ReactNode;
}

type FieldsProps = Pick<FiltersProps, 'filters' | 'clearanceLevel' | 'authors' | 'onChange'>;

function Fields({ filters, clearanceLevel, authors, onChange }: FieldsProps) {
  const levels = levelsUpTo(clearanceLevel).map((level) => ({
    value: String(level),
    label: String(level),
    name: `LEVEL ${level}`,
  }));
  return (
    <>
      <Segments
        label="Clearance"
        options={[{ value: '', label: 'All', name: 'ALL LEVELS' }, ...levels]}
        value={String(filters.level ?? '')}
        onChange={(level) => onChange({ level: fields.level.read(level) })}
      />
      <Select
        label="Category"
        hideLabel
        placeholder="ALL CATEGORIES"
        options={categories}
        value={filters.category ?? ''}
        onChange={(event) => onChange({ category: fields.category.read(event.target.value) })}
      />
      <SuggestInput
        label="Author"
        hideLabel
        placeholder="ANY AUTHOR"
        maxLength={maxNameLength}
        suggestions={authors}
        value={filters.author ?? ''}
        onSettle={(author) => onChange({ author })}
      />
    </>
  );
}

/** The filters in a sheet: on a phone they would fill the screen before the first record. */
function Sheet({ order, ...props }: FieldsProps & { readonly order: ReactNode }) {
  const [open, setOpen] = useState(false);
  const { level, category, author } = props.filters;
  const set = [level, category, author].filter((value) => value !== undefined).length;
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Filter{set > 0 && ` (${set})`}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Filter"
        description="Records that match all of these."
        footer={
          <Button variant="primary" onClick={() => setOpen(false)}>
            Show records
          </Button>
        }
      >
        <Stack>
          <Fields {...props} />
          {order}
        </Stack>
      </Dialog>
    </>
  );
}

/**
 * The filters of the repository, the order and the density of the rows, on one line. On a phone there are the search
 * and a sheet with the filters, and rows have only one density.
 */
export function Filters(props: FiltersProps) {
  const { filters, clearanceLevel, authors, onChange, order, density, onDensity, end } = props;
  const phone = useIsPhone();
  const isSearch = filters.q !== undefined;
  const search = (
    <SearchInput
      label="Search title or content"
      hideLabel
      placeholder="type / to search title or content"
      maxLength={maxSearchLength}
      value={filters.q ?? ''}
      onSearch={(q) => {
        // A new search is sorted by best match until another order is chosen.
        onChange({ q, ...(isSearch ? {} : { sort: 'relevance' }) });
      }}
    />
  );
  const orders = ordersOf(isSearch);
  const usual = orders[0]?.value;
  const orderChoice = (
    <Select
      label="Order"
      hideLabel
      options={orders}
      value={orders.some(({ value }) => value === order) ? order : usual}
      onChange={(event) => onChange({ sort: fields.sort.read(event.target.value) })}
    />
  );
  const given = { filters, clearanceLevel, authors, onChange };
  if (phone)
    return (
      <FilterLine role="search" columns="none" phoneColumns="minmax(0, 1fr) auto auto">
        {search}
        <Sheet {...given} order={orderChoice} />
        {end}
      </FilterLine>
    );
  return (
    <FilterLine role="search" columns="auto 188px 160px minmax(0, 1fr) 184px auto">
      <Fields {...given} />
      {search}
      {orderChoice}
      <Segments label="Rows" options={densities} value={density} onChange={onDensity} />
    </FilterLine>
  );
}
