import { useUser } from '@/api/selectors';
import type { DocumentSummary } from '@/api/types';
import { Button, LinkButton } from '@/components/Button';
import { Stack } from '@/components/Layout';
import { EmptyState, ErrorState, LoadingState } from '@/components/States';
import { VirtualList } from '@/components/VirtualList';
import { paths } from '@/lib/paths';
import { canDeleteDocument, canSubmit } from '@/lib/permissions';
import { DocumentRow } from './DocumentRow';
import type { Records } from './useRecords';

interface RecordListProps {
  readonly records: Records;
  /** Something narrows the list. */
  readonly narrowed: boolean;
  readonly onClear: () => void;
  readonly onDelete: (document: DocumentSummary) => void;
}

/** The list in whatever state it is in. More of it is fetched as its end comes near. */
export function RecordList({ records, narrowed, onClear, onDelete }: RecordListProps) {
  const user = useUser();
  const { items, counts, busy, failure, retry, fetchMore } = records;

  const problem = failure !== null && (
    <ErrorState title="Failed to load documents" message={failure} onRetry={retry} />
  );
  if (items === undefined) return problem || <LoadingState />;
  if (items.length === 0) return problem || <NoRecords narrowed={narrowed} onClear={onClear} />;

  return (
    <Stack>
      <div aria-busy={busy}>
        <VirtualList
          label="Documents"
          items={items}
          itemKey={(document) => document.id}
          total={counts?.matching}
          onEndReached={fetchMore}
          render={(document) => (
            <DocumentRow document={document} onDelete={canDeleteDocument(user, document) ? onDelete : null} />
          )}
        />
      </div>
      {problem}
    </Stack>
  );
}

function NoRecords({ narrowed, onClear }: { readonly narrowed: boolean; readonly onClear: () => void }) {
  const user = useUser();
  if (narrowed) {
    return (
      <EmptyState
        title="NO DOCUMENTS FOUND MATCHING CRITERIA"
        hint="Clear a filter or search for fewer words."
        action={<Button onClick={onClear}>Clear filters</Button>}
      />
    );
  }
  return (
    <EmptyState
      title="NO DOCUMENTS FOUND MATCHING CRITERIA"
      hint="Nothing is on file within your clearance yet."
      action={canSubmit(user) && <LinkButton to={paths.submission}>Submit the first</LinkButton>}
    />
  );
}
