import { useCallback, useState } from 'react';
import { useDeleteDraftMutation } from '@/api/endpoints';
import type { DraftSummary } from '@/api/types';
import { Button, LinkButton } from '@/components/Button';
import { ConfirmDialog } from '@/components/dialog/ConfirmDialog';
import { Frame } from '@/components/Frame';
import { Isolated } from '@/components/Isolated';
import { useFocusKept } from '@/components/list/useFocusKept';
import { VirtualList } from '@/components/list/VirtualList';
import { Loaded, type LoadedQuery } from '@/components/Loaded';
import { EmptyState } from '@/components/States';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { formatAgo } from '@/lib/ago';
import { formatMoment } from '@/lib/dates';
import { describeError } from '@/lib/errors';
import { paths } from '@/lib/paths';
import { useStatusLine, useToast } from '@/state/hooks';
import { useNow } from '@/state/useNow';
import { useRowKeys } from '@/state/useRowKeys';
import { DraftRow } from './DraftRow.style';
import { nameOf, pathOfDraft } from './drafts';
import { polling } from './ownQueries';

const keyOf = ({ id }: DraftSummary) => id;

export function DraftList({ query }: { readonly query: LoadedQuery<readonly DraftSummary[]> }) {
  return (
    <Loaded
      query={query}
      what="drafts"
      label="RETRIEVING DRAFTS"
      empty={
        <EmptyState
          title="NO DRAFTS"
          hint="What you write is saved here until you submit or delete it."
          action={<LinkButton to={paths.submission}>New document</LinkButton>}
        />
      }
    >
      {(drafts) => <Drafts drafts={drafts} />}
    </Loaded>
  );
}

function Drafts({ drafts }: { readonly drafts: readonly DraftSummary[] }) {
  useRowKeys();
  useStatusLine('READY', String(drafts.length));
  const now = useNow(polling);
  const kept = useFocusKept<HTMLDivElement>('article');
  const [toDelete, setToDelete] = useState<DraftSummary | null>(null);
  const first = drafts[0]?.id;
  const render = useCallback(
    (draft: DraftSummary) => (
      <DraftRow
        title={nameOf(draft)}
        to={pathOfDraft(draft)}
        category={draft.documentId === null ? (draft.category ?? 'no category') : 'unsent edit'}
        level={draft.clearanceLevel}
        saved={`saved ${formatAgo(draft.updatedAt, now)}`}
        whole={formatMoment(draft.updatedAt)}
        start={draft.preview}
        actions={
          <>
            <Button size="sm" variant="danger" onClick={() => setToDelete(draft)}>
              Delete<VisuallyHidden> {nameOf(draft)}</VisuallyHidden>
            </Button>
            <LinkButton
              size="sm"
              variant={draft.id === first ? 'primary' : 'default'}
              to={pathOfDraft(draft)}
            >
              Continue<VisuallyHidden> {nameOf(draft)}</VisuallyHidden>
            </LinkButton>
          </>
        }
      />
    ),
    [first, now],
  );
  return (
    <div {...kept}>
      <Frame caption={`Drafts ${drafts.length}`} flush>
        <VirtualList label="Drafts" items={drafts} itemKey={keyOf} estimate={72} render={render} />
      </Frame>
      <DeleteDraft draft={toDelete} onClose={() => setToDelete(null)} />
    </div>
  );
}

interface DeleteDraftProps {
  /** The draft to delete; the dialog is open while there is one. */
  readonly draft: DraftSummary | null;
  readonly onClose: () => void;
}

function DeleteDraft({ draft, onClose }: DeleteDraftProps) {
  const [deleteDraft, { isLoading }] = useDeleteDraftMutation();
  const toast = useToast();
  // Keeps the text on screen while the dialog closes.
  const [last, setLast] = useState(draft);
  if (draft !== null && draft !== last) setLast(draft);
  return (
    <ConfirmDialog
      open={draft !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Delete draft"
      description={
        <>
          Delete "<Isolated>{last === null ? '' : nameOf(last)}</Isolated>" permanently? This action cannot be
          undone.
        </>
      }
      confirmLabel="Delete"
      danger
      busy={isLoading}
      onConfirm={() => {
        if (draft === null) return;
        void deleteDraft(draft.id)
          .unwrap()
          .catch((error: unknown) => {
            const description = describeError(error, 'Failed to delete draft');
            toast({ tone: 'danger', title: 'DELETION FAILED', description });
          })
          .finally(onClose);
      }}
    />
  );
}
