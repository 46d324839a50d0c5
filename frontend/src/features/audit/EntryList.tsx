import type { AuditView } from '@/api/endpoints';
import type { AuditEntry } from '@/api/types';
import { Button } from '@/components/Button';
import { Stack } from '@/components/Layout';
import { Loaded } from '@/components/Loaded';
import { EmptyState, ErrorState } from '@/components/States';
import { Footnote } from '@/components/Text';
import { VirtualList } from '@/components/VirtualList';
import { EntryRow } from './EntryRow';
import type { AuditEntries } from './useAuditEntries';

const words: Readonly<Record<AuditView, { readonly loading: string; readonly empty: string }>> = {
  admin: { loading: 'LOADING AUDIT LOGS', empty: 'NO AUDIT LOGS FOUND' },
  user: { loading: 'LOADING USER LOGS', empty: 'NO USER LOGS FOUND' },
};

const entryRow = (entry: AuditEntry) => <EntryRow entry={entry} />;

interface EntryListProps {
  readonly entries: AuditEntries;
  readonly view: AuditView;
  /** A search narrows the list. */
  readonly narrowed: boolean;
  readonly onClear: () => void;
}

/** A long log is searched in parts; a part without a match gives the list no end to scroll to, so a button continues. */
function SearchFurther(props: {
  readonly searchedTo: number;
  readonly busy: boolean;
  readonly onSearch: () => void;
}) {
  return (
    <Stack>
      <Footnote role="status">{`Searched back to entry ${props.searchedTo}.`}</Footnote>
      <div>
        <Button onClick={props.onSearch} disabled={props.busy}>
          Search further back
        </Button>
      </div>
    </Stack>
  );
}

/** The text of an empty log or an empty search. */
function Nothing({ view, narrowed, onClear }: Pick<EntryListProps, 'view' | 'narrowed' | 'onClear'>) {
  return (
    <EmptyState
      title={words[view].empty}
      hint={narrowed ? 'No entry matches the search.' : 'Nothing has been recorded here yet.'}
      action={narrowed && <Button onClick={onClear}>Clear search</Button>}
    />
  );
}

/** One view of the log. More of it is fetched as its end comes near. */
export function EntryList({ entries, view, narrowed, onClear }: EntryListProps) {
  const { items, total, searchedTo, busy, error, refetch, failure, retry, fetchMore } = entries;
  const problem = failure !== null && (
    <ErrorState title="Failed to load more of the security log" message={failure} onRetry={retry} />
  );
  const further = searchedTo !== null && (
    <SearchFurther searchedTo={searchedTo} busy={busy} onSearch={fetchMore} />
  );
  const rest = problem || further;
  return (
    <Loaded
      query={{ data: items, error, isFetching: busy, refetch }}
      what="the security log"
      label={words[view].loading}
      empty={rest || <Nothing view={view} narrowed={narrowed} onClear={onClear} />}
    >
      {(shown) => (
        <Stack>
          <div aria-busy={busy}>
            <VirtualList
              label={view === 'admin' ? 'AUDIT LOGS' : 'USER LOGS'}
              items={shown}
              itemKey={(entry) => entry.id}
              total={total}
              estimate={200}
              onEndReached={fetchMore}
              render={entryRow}
            />
          </div>
          {rest}
        </Stack>
      )}
    </Loaded>
  );
}
