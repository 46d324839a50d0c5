import { useState, type ReactNode } from 'react';
import { useListAuditActionsQuery } from '@/api/endpoints';
import { Button } from '@/components/Button';
import { Dialog } from '@/components/dialog/Dialog';
import { FilterLine, WholeLine } from '@/components/form/FilterLine';
import { SearchInput } from '@/components/form/SearchInput';
import { Select } from '@/components/form/Select';
import { SuggestInput } from '@/components/form/SuggestInput';
import { Stack } from '@/components/Layout';
import { useIsPhone } from '@/components/useMedia';
import { maxNameLength, maxSearchLength, type PlaceSearch } from '@/lib/places';
import type { SearchValues } from '@/lib/searchState';
import { DayInput } from './DayInput';
import { actionName } from './entries';

export type LogSearch = SearchValues<PlaceSearch<'auditLogs'>>;

interface LogFiltersProps {
  readonly search: LogSearch;
  readonly onChange: (changes: Partial<LogSearch>) => void;
  /** Suggested usernames: those of the loaded entries. */
  readonly people: readonly string[];
  readonly seal: ReactNode;
}

/** The filters by action, person and time. `hideLabel` hides the labels except for screen readers. */
function Fields({
  search,
  onChange,
  people,
  hideLabel,
}: Omit<LogFiltersProps, 'seal'> & { readonly hideLabel: boolean }) {
  const actions = useListAuditActionsQuery().currentData ?? [];
  const known =
    search.action === '' || actions.includes(search.action) ? actions : [search.action, ...actions];
  return (
    <>
      <Select
        label="Action"
        hideLabel={hideLabel}
        placeholder="ANY ACTION"
        options={known.map((value) => ({ value, label: actionName(value) }))}
        value={search.action}
        onChange={(event) => onChange({ action: event.target.value })}
      />
      <SuggestInput
        label="Person"
        hideLabel={hideLabel}
        placeholder="ANYBODY"
        maxLength={maxNameLength}
        suggestions={people}
        value={search.person}
        onSettle={(person) => onChange({ person })}
      />
      <DayInput
        label="From day"
        hideLabel={hideLabel}
        placeholder={hideLabel ? 'FROM DAY' : 'YYYY-MM-DD'}
        value={search.from}
        onSettle={(from) => onChange({ from })}
      />
      <DayInput
        label="To day"
        hideLabel={hideLabel}
        placeholder={hideLabel ? 'TO DAY' : 'YYYY-MM-DD'}
        value={search.to}
        onSettle={(to) => onChange({ to })}
      />
    </>
  );
}

/**
 * The filters and the seal on one line. On a phone only the search is shown, with a button that opens the other filters
 * in a sheet.
 */
export function LogFilters({ search, onChange, people, seal }: LogFiltersProps) {
  const phone = useIsPhone();
  const [open, setOpen] = useState(false);
  const chosen = [search.action, search.person, search.from, search.to].filter(
    (value) => value !== '',
  ).length;
  const close = () => setOpen(false);
  const find = (
    <SearchInput
      label="Search the log"
      hideLabel
      placeholder="type / to search"
      maxLength={maxSearchLength}
      value={search.q}
      onSearch={(q) => onChange({ q })}
    />
  );
  if (!phone)
    return (
      <FilterLine role="search" columns="190px 140px 128px 128px minmax(0, 1fr) minmax(0, auto)">
        <Fields search={search} onChange={onChange} people={people} hideLabel />
        {find}
        {seal}
      </FilterLine>
    );
  return (
    <FilterLine role="search" columns="1fr" phoneColumns="minmax(0, 1fr) auto">
      {find}
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {chosen === 0 ? 'Filter' : `Filter (${chosen})`}
      </Button>
      <WholeLine>{seal}</WholeLine>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Filter"
        description="Entries that match all of these."
        footer={
          <>
            <Button
              onClick={() => {
                onChange({ action: '', person: '', from: '', to: '' });
                close();
              }}
            >
              Clear filters
            </Button>
            <Button onClick={close}>Show entries</Button>
          </>
        }
      >
        <Stack>
          <Fields search={search} onChange={onChange} people={people} hideLabel={false} />
        </Stack>
      </Dialog>
    </FilterLine>
  );
}
