import { useListDocumentEditsQuery, usePrefetch } from '@/api/endpoints';
import type { AdminEdit } from '@/api/types';
import { Loaded } from '@/components/Loaded';
import { paths } from '@/lib/paths';
import { CaseDesk, NothingToReview } from './CaseDesk';
import { EditCase } from './EditCase';
import { rowOfEdit } from './editQueue';
import { editDraft } from './editReview';
import { queueSummary } from './queue';
import type { CaseKind } from './useReviewDesk';

const kind: CaseKind<AdminEdit> = { prefix: 'EDIT', rowOf: rowOfEdit, draftName: editDraft };

/** The document edits that wait for a decision: the queue, and one of them beside it, compared with its document. */
export function EditsTab() {
  const queue = useListDocumentEditsQuery(queueSummary);
  const prefetch = usePrefetch('getDocumentEdit');
  return (
    <Loaded query={queue} what="document edits" label="RETRIEVING EDITS">
      {(edits) => (
        <CaseDesk
          kind={kind}
          items={edits}
          pathOf={paths.editCase}
          queue="Edits"
          onExpect={prefetch}
          empty={
            <NothingToReview
              title="NO DOCUMENT EDITS AWAITING REVIEW"
              hint="New edits appear here."
              busy={queue.isFetching}
              onRefresh={queue.refetch}
            />
          }
        >
          {(open) => <EditCase {...open} />}
        </CaseDesk>
      )}
    </Loaded>
  );
}
