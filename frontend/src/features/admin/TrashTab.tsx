import {
  usePurgeDocumentMutation,
  useRestoreDocumentMutation,
  useTrashPagesInfiniteQuery,
} from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import type { TrashedDocument } from '@/api/types';
import { LevelBadge } from '@/components/Badge';
import { Button } from '@/components/Button';
import { useConfirm } from '@/components/dialog/ConfirmDialog';
import { Frame } from '@/components/Frame';
import { Isolated } from '@/components/Isolated';
import { Stack } from '@/components/Layout';
import { DataRow, DataRows } from '@/components/list/DataRow';
import { Loaded } from '@/components/Loaded';
import { EmptyState, ErrorState } from '@/components/States';
import { Text } from '@/components/Text';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { formatDate, formatMoment } from '@/lib/dates';
import { shortId } from '@/lib/ids';
import { useStatusLine } from '@/state/hooks';
import { useCursorList } from '@/state/useCursorList';

/** Deleted documents, which administrators can restore for 30 days. */
export function TrashTab() {
  const documents = useCursorList(useTrashPagesInfiniteQuery(undefined));
  const { pages, isFetching, hasMore, failure, retry } = documents;
  return (
    <Stack gap="md">
      <Loaded
        query={documents}
        what="the trash"
        label="RETRIEVING TRASH"
        empty={<EmptyState title="TRASH IS EMPTY" hint="Deleted documents are kept here for 30 days." />}
      >
        {(shown) => <TrashList documents={shown} total={pages.at(-1)?.total ?? shown.length} />}
      </Loaded>
      {failure !== null && <ErrorState title="Failed to load more of the trash" message={failure} />}
      {hasMore && (
        <Button busy={isFetching} onClick={retry}>
          Show more documents
        </Button>
      )}
    </Stack>
  );
}

interface TrashListProps {
  readonly documents: readonly TrashedDocument[];
  readonly total: number;
}

function TrashList({ documents, total }: TrashListProps) {
  const [purge] = usePurgeDocumentMutation();
  const [ask, question] = useConfirm(({ id, title }: TrashedDocument) => ({
    title: 'Confirm purge',
    description: (
      <>
        Delete "<Isolated>{title}</Isolated>" permanently, with its history, comments and files? Nobody can
        restore it afterwards.
      </>
    ),
    confirmLabel: 'Purge',
    danger: true,
    onConfirm: () => purge(id),
  }));
  useStatusLine('READY', String(total));
  return (
    <>
      <Frame caption="Trash">
        <Stack gap="md">
          <Text tone="muted" size="dense">
            Deleted documents stay here for 30 days. Nobody can open them or their files.
          </Text>
          <DataRows>
            {documents.map((document) => (
              <TrashItem key={document.id} document={document} onPurge={ask} />
            ))}
          </DataRows>
        </Stack>
      </Frame>
      {question}
    </>
  );
}

interface TrashItemProps {
  readonly document: TrashedDocument;
  readonly onPurge: (document: TrashedDocument) => void;
}

function TrashItem({ document, onPurge }: TrashItemProps) {
  const user = useUser();
  const [restore, { isLoading }] = useRestoreDocumentMutation();
  const { id, title, clearanceLevel, category, submittedByUsername, trashedAt, trashedByUsername, purgesAt } =
    document;
  const isCleared = user.clearanceLevel >= clearanceLevel;
  return (
    <DataRow
      title={title}
      meta={
        <>
          <span>{shortId('DOC', id)}</span>
          <LevelBadge level={clearanceLevel} />
          <span>{category}</span>
          <span>BY {submittedByUsername}</span>
        </>
      }
      actions={
        isCleared ? (
          <>
            <Button size="sm" busy={isLoading} onClick={() => void restore(id)}>
              Restore<VisuallyHidden> {title}</VisuallyHidden>
            </Button>
            <Button size="sm" variant="danger" onClick={() => onPurge(document)}>
              Purge<VisuallyHidden> {title}</VisuallyHidden>
            </Button>
          </>
        ) : (
          <Text tone="muted" size="dense">
            LEVEL {clearanceLevel} REQUIRED
          </Text>
        )
      }
    >
      Deleted by {trashedByUsername}, {formatMoment(trashedAt)}. Purged on {formatDate(purgesAt)}.
    </DataRow>
  );
}
