import { useCallback } from 'react';
import { useUser } from '@/api/selectors';
import type { DocumentSummary } from '@/api/types';
import { Button, LinkButton } from '@/components/Button';
import { InSight, Stack } from '@/components/Layout';
import { Loaded } from '@/components/Loaded';
import { EmptyState, ErrorState } from '@/components/States';
import { PagedList } from '@/components/VirtualList';
import { paths } from '@/lib/paths';
import { canDeleteDocument, canSubmit } from '@/lib/permissions';
import { DocumentRow } from './DocumentRow';
import type { Records } from './useRecords';

interface RecordListProps {
  readonly records: Records;
  /** Something narrows the list. */
  readonly narrowed: boolean;
  /** The search also found records by their id, which are shown elsewhere. */
  readonly foundById: boolean;
  readonly onClear: () => void;
  readonly onDelete: (document: DocumentSummary) => void;
}

const idOf = (document: DocumentSummary) => document.id;

/** The list of documents. Its rows are fetched as they come near. */
export function RecordList({ records, narrowed, foundById, onClear, onDelete }: RecordListProps) {
  const user = useUser();
  const { counts, itemAt, onShown, busy, error, refetch, failure, retry } = records;
  const render = useCallback(
    (document: DocumentSummary) => (
      <DocumentRow document={document} onDelete={canDeleteDocument(user, document) ? onDelete : null} />
    ),
    [user, onDelete],
  );

  return (
    <Loaded
      query={{ data: counts, error, isFetching: busy, refetch }}
      what="documents"
      empty={<NoRecords narrowed={narrowed} foundById={foundById} onClear={onClear} />}
      isEmpty={({ matching }) => matching === 0}
    >
      {({ matching }) => (
        <Stack>
          <div aria-busy={busy}>
            <PagedList
              label="Documents"
              count={matching}
              itemAt={itemAt}
              itemKey={idOf}
              render={render}
              onShown={onShown}
            />
          </div>
          {failure !== null && (
            <InSight>
              <ErrorState title="Failed to load documents" message={failure} onRetry={retry} />
            </InSight>
          )}
        </Stack>
      )}
    </Loaded>
  );
}

function NoRecords({
  narrowed,
  foundById,
  onClear,
}: Pick<RecordListProps, 'narrowed' | 'foundById' | 'onClear'>) {
  const user = useUser();
  if (foundById) {
    return (
      <EmptyState
        title="NO OTHER DOCUMENTS FOUND"
        hint="No title or content has these words."
        action={<Button onClick={onClear}>Clear filters</Button>}
      />
    );
  }
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
      hint="No documents are on file at your clearance yet."
      action={canSubmit(user) && <LinkButton to={paths.submission}>Submit the first</LinkButton>}
    />
  );
}
