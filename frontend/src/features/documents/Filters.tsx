import { useState, type ReactNode } from 'react';
import type { DocumentFilters } from '@/api/endpoints';
import { Button } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import { FilterLine, WholeLine } from '@/components/FilterLine';
import { Stack } from '@/components/Layout';
import { SearchInput } from '@/components/SearchInput';
import { Segments } from '@/components/Segments';
import { Select } from '@/components/Select';
import { useIsPhone } from '@/components/useMedia';
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
  /** What stands beside the filters on a phone. */
  readonly end: ReactNode;
}

type FieldsProps = Pick<FiltersProps, 'filters' | 'clearanceLevel' | 'onChange'>;

/** The filters by level and category. */
function Fields({ filters, clearanceLevel, onChange }: FieldsProps) {
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
    </>
  );
}

/** The filters in a sheet: on a phone they would fill the screen before the first record. */
function Sheet(props: FieldsProps) {
  const [open, setOpen] = useState(false);
  const { level, category } = props.filters;
  const set = [level, category].filter((value) => value !== undefined).length;
  return (
    <>
      <Button
        aria-haspopup="dialog"
        onClick={() => {
          setOpen(true);
        }}
      >
        Filter{set > 0 && ` (${set})`}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Filter"
        description="Records that match all of these."
        footer={
          <Button
            variant="primary"
            onClick={() => {
              setOpen(false);
            }}
          >
            Show records
          </Button>
        }
      >
        <Stack>
          <Fields {...props} />
        </Stack>
      </Dialog>
    </>
  );
}

/**
 * The filters of the repository, the order of a search and the density of the rows, on one line. On a phone, the search and
 * a sheet with the filters; rows have one density there.
 */
export function Filters(props: FiltersProps) {
  const { filters, clearanceLevel, onChange, order, density, onDensity, end } = props;
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
        onChange({ q });
      }}
    />
  );
  const orders = isSearch && (
    <OrderSwitch
      order={order}
      onChange={(sort) => {
        onChange({ sort });
      }}
    />
  );
  const given = { filters, clearanceLevel, onChange };
  if (phone)
    return (
      <FilterLine role="search" columns="none" phoneColumns="minmax(0, 1fr) auto auto">
        {search}
        <Sheet {...given} />
        {end}
        {orders !== false && <WholeLine>{orders}</WholeLine>}
      </FilterLine>
    );
  return (
    <FilterLine role="search" columns={`auto 208px minmax(0, 1fr) ${isSearch ? 'auto ' : ''}auto`}>
      <Fields {...given} />
      {search}
      {orders}
      <Segments label="Rows" options={densities} value={density} onChange={onDensity} />
    </FilterLine>
  );
}
