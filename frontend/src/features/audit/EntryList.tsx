import type { AuditView } from '@/api/endpoints';
import { Button } from '@/components/Button';
import { Stack } from '@/components/Layout';
import { EmptyState, ErrorState, LoadingState } from '@/components/States';
import { VirtualList } from '@/components/VirtualList';
import { EntryRow } from './EntryRow';
import type { AuditEntries } from './useAuditEntries';

const words: Readonly<Record<AuditView, { readonly loading: string; readonly empty: string }>> = {
  admin: { loading: 'LOADING AUDIT LOGS', empty: 'NO AUDIT LOGS FOUND' },
  user: { loading: 'LOADING USER LOGS', empty: 'NO USER LOGS FOUND' },
};

interface EntryListProps {
  readonly entries: AuditEntries;
  readonly view: AuditView;
  /** A search narrows the list. */
  readonly narrowed: boolean;
  readonly onClear: () => void;
}

/** The log in whatever state it is in. More of it is fetched as its end comes near. */
export function EntryList({ entries, view, narrowed, onClear }: EntryListProps) {
  const { items, total, busy, failure, retry, fetchMore } = entries;
  const { loading, empty } = words[view];

  const problem = failure !== null && (
    <ErrorState title="Failed to load the security log" message={failure} onRetry={retry} />
  );
  if (items === undefined) return problem || <LoadingState label={loading} />;
  if (items.length === 0) {
    return (
      <EmptyState
        title={empty}
        hint={narrowed ? 'No entry matches the search.' : 'Nothing has been recorded here yet.'}
        action={narrowed && <Button onClick={onClear}>Clear search</Button>}
      />
    );
  }
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
          render={(entry) => <EntryRow entry={entry} />}
        />
      </div>
      {problem}
    </Stack>
  );
}
