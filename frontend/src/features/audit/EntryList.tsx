import type { AuditView } from '@/api/endpoints';
import type { AuditEntry } from '@/api/types';
import { Button } from '@/components/Button';
import { Stack } from '@/components/Layout';
import { EmptyState, ErrorState, LoadingState } from '@/components/States';
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

/** A long log is searched a part at a time, and a part in which nothing is found brings no end into view. */
function SearchFurther(props: {
  readonly searchedTo: number;
  readonly busy: boolean;
  readonly onSearch: () => void;
}) {
  return (
    <Stack>
      <Footnote role="status">{`Searched down to entry ${props.searchedTo}.`}</Footnote>
      <div>
        <Button onClick={props.onSearch} disabled={props.busy}>
          Search further back
        </Button>
      </div>
    </Stack>
  );
}

/** What an empty log, or an empty search, says. */
function Nothing({ view, narrowed, onClear }: Pick<EntryListProps, 'view' | 'narrowed' | 'onClear'>) {
  return (
    <EmptyState
      title={words[view].empty}
      hint={narrowed ? 'No entry matches the search.' : 'Nothing has been recorded here yet.'}
      action={narrowed && <Button onClick={onClear}>Clear search</Button>}
    />
  );
}

/** The log in whatever state it is in. More of it is fetched as its end comes near. */
export function EntryList({ entries, view, narrowed, onClear }: EntryListProps) {
  const { items, total, searchedTo, busy, failure, retry, fetchMore } = entries;

  const problem = failure !== null && (
    <ErrorState title="Failed to load the security log" message={failure} onRetry={retry} />
  );
  if (items === undefined) return problem || <LoadingState label={words[view].loading} />;
  const further = searchedTo !== null && (
    <SearchFurther searchedTo={searchedTo} busy={busy} onSearch={fetchMore} />
  );
  const rest = problem || further;
  if (items.length === 0) return rest || <Nothing view={view} narrowed={narrowed} onClear={onClear} />;
  return (
    <Stack>
      <div aria-busy={busy}>
        <VirtualList
          label={view === 'admin' ? 'Audit logs' : 'User logs'}
          items={items}
          itemKey={(entry) => entry.id}
          total={total}
          estimate={200}
          onEndReached={fetchMore}
          render={entryRow}
        />
      </div>
      {rest}
    </Stack>
  );
}
