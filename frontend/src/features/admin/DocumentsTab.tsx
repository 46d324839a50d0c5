import { useCallback, useState } from 'react';
import { useAdminDeleteDocumentMutation } from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import type { AdminDocument } from '@/api/types';
import { LinkButton } from '@/components/Button';
import { Frame } from '@/components/Frame';
import { Stack } from '@/components/Layout';
import { VirtualList } from '@/components/list/VirtualList';
import { Loaded } from '@/components/Loaded';
import { EmptyState, ErrorState, LoadingState } from '@/components/States';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { paths } from '@/lib/paths';
import { canSubmit } from '@/lib/permissions';
import { ReclassifyDocument } from '@/records/reclassify/ReclassifyDocument';
import { RecordHeads } from '@/records/rows/RecordRow';
import { useDeletionQuestion } from '@/records/rows/useDeletionQuestion';
import { useStatusLine } from '@/state/hooks';
import { useNow } from '@/state/useNow';
import { useRowKeys } from '@/state/useRowKeys';
import { DocumentItem } from './DocumentItem';
import { useAdminDocuments } from './useAdminDocuments';

/** All documents, including archived and unreleased ones, in pages. */
export function DocumentsTab() {
  const documents = useAdminDocuments();
  return (
    <Loaded query={documents.first} what="documents" label="RETRIEVING DOCUMENTS">
      {() => <DocumentPages documents={documents} />}
    </Loaded>
  );
}

const keyOf = ({ id }: AdminDocument) => id;

function DocumentPages({ documents }: { readonly documents: ReturnType<typeof useAdminDocuments> }) {
  const user = useUser();
  const { rows, total, isLoadingMore, failure, retry, onShown, onEndReached } = documents;
  const [adminDeleteDocument] = useAdminDeleteDocumentMutation();
  const [askDeletion, deletion] = useDeletionQuestion(adminDeleteDocument);
  const [reclassifying, setReclassifying] = useState<AdminDocument | null>(null);
  const now = useNow(60_000);
  useRowKeys();
  useStatusLine('READY', `${rows.length} OF ${total}`);

  const render = useCallback(
    (document: AdminDocument) => (
      <DocumentItem document={document} now={now} onReclassify={setReclassifying} onDelete={askDeletion} />
    ),
    [now, askDeletion],
  );

  if (rows.length === 0) {
    return (
      <EmptyState
        title="NO DOCUMENTS ON FILE"
        hint="An approved submission becomes a document."
        action={canSubmit(user) && <LinkButton to={paths.submission}>Submit lore</LinkButton>}
      />
    );
  }
  return (
    <>
      <Frame label="Documents" flush>
        <Stack>
          <div>
            <VisuallyHidden as="h2">Documents</VisuallyHidden>
            <RecordHeads />
            <VirtualList
              label="Documents"
              items={rows}
              itemKey={keyOf}
              total={total}
              onShown={onShown}
              onEndReached={onEndReached}
              estimate={56}
              render={render}
            />
          </div>
          {isLoadingMore && <LoadingState label="RETRIEVING MORE DOCUMENTS" />}
          {failure !== null && !isLoadingMore && (
            <ErrorState title="Failed to load more documents" message={failure} onRetry={retry} />
          )}
        </Stack>
      </Frame>
      <ReclassifyDocument
        document={reclassifying && (rows.find(({ id }) => id === reclassifying.id) ?? reclassifying)}
        onClose={() => setReclassifying(null)}
      />
      {deletion}
    </>
  );
}
