import { useCallback, useMemo, useState } from 'react';
import {
  useAdminDeleteDocumentMutation,
  useAdminDocumentPagesInfiniteQuery,
  type AdminDocumentPage,
} from '@/api/endpoints';
import { describeError } from '@/api/errors';
import type { AdminDocument } from '@/api/types';
import { LinkButton } from '@/components/Button';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { DataRows } from '@/components/DataRow';
import { Frame } from '@/components/Frame';
import { Isolated } from '@/components/Isolated';
import { Stack } from '@/components/Layout';
import { Loaded } from '@/components/Loaded';
import { EmptyState, ErrorState, LoadingState } from '@/components/States';
import { VirtualList } from '@/components/VirtualList';
import { paths } from '@/lib/paths';
import { useStatusLine } from '@/state/hooks';
import { DocumentItem } from './DocumentItem';

/** Every document there is, the archived and the unreleased among them, page by page. */
export function DocumentsTab() {
  const { data, error, isFetching, isFetchNextPageError, refetch } =
    useAdminDocumentPagesInfiniteQuery(undefined);
  return (
    <Loaded
      query={{ data, error: isFetchNextPageError ? undefined : error, isFetching, refetch }}
      what="documents"
      label="RETRIEVING DOCUMENTS"
    >
      {({ pages }) => <DocumentPages pages={pages} />}
    </Loaded>
  );
}

function DocumentPages({ pages }: { readonly pages: readonly AdminDocumentPage[] }) {
  const { error, isFetching, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage } =
    useAdminDocumentPagesInfiniteQuery(undefined);
  const [deleting, setDeleting] = useState<AdminDocument | null>(null);
  const [now] = useState(() => Date.now());
  const documents = useMemo(() => pages.flatMap((page) => page.items), [pages]);
  const total = pages[0]?.total ?? 0;
  useStatusLine('READY', `${documents.length} OF ${total}`);

  // After a failure only the button asks again, or the end of the list would ask without rest.
  const more = hasNextPage && !isFetching && error === undefined;
  const loadMore = useCallback(() => {
    if (more) void fetchNextPage();
  }, [more, fetchNextPage]);

  const render = useCallback(
    (document: AdminDocument) => <DocumentItem document={document} now={now} onDelete={setDeleting} />,
    [now],
  );

  if (documents.length === 0) {
    return (
      <EmptyState
        title="NO DOCUMENTS ON FILE"
        hint="An approved submission becomes a document."
        action={<LinkButton to={paths.submission}>Submit lore</LinkButton>}
      />
    );
  }
  return (
    <>
      <Frame caption="Documents">
        <Stack>
          <DataRows>
            <VirtualList
              label="Documents"
              items={documents}
              itemKey={(document) => document.id}
              total={total}
              onEndReached={loadMore}
              render={render}
            />
          </DataRows>
          {isFetchingNextPage && <LoadingState label="RETRIEVING MORE DOCUMENTS" />}
          {isFetchNextPageError && !isFetching && (
            <ErrorState
              title="Failed to load more documents"
              message={describeError(error)}
              onRetry={() => void fetchNextPage()}
            />
          )}
        </Stack>
      </Frame>
      <DeletionDialog
        document={deleting}
        onClose={() => {
          setDeleting(null);
        }}
      />
    </>
  );
}

interface DeletionDialogProps {
  readonly document: AdminDocument | null;
  readonly onClose: () => void;
}

function DeletionDialog({ document, onClose }: DeletionDialogProps) {
  const [adminDeleteDocument, { isLoading }] = useAdminDeleteDocumentMutation();
  return (
    <ConfirmDialog
      open={document !== null}
      onOpenChange={onClose}
      title="Confirm deletion"
      description={
        <>
          Are you sure you want to delete "<Isolated>{document?.title ?? ''}</Isolated>"? This action cannot
          be undone.
        </>
      }
      confirmLabel="Delete"
      danger
      busy={isLoading}
      onConfirm={() => {
        if (document) void adminDeleteDocument(document.id).then(onClose);
      }}
    />
  );
}
