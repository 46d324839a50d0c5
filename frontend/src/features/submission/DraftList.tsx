import { useCallback } from 'react';
import { useDeleteDraftMutation } from '@/api/endpoints';
import type { DraftSummary } from '@/api/types';
import { Button, LinkButton } from '@/components/Button';
import { useConfirm } from '@/components/dialog/ConfirmDialog';
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
  const [deleteDraft] = useDeleteDraftMutation();
  const toast = useToast();
  const [ask, question] = useConfirm((draft: DraftSummary) => ({
    title: 'Delete draft',
    description: (
      <>
        Delete "<Isolated>{nameOf(draft)}</Isolated>" permanently? This action cannot be undone.
      </>
    ),
    confirmLabel: 'Delete',
    danger: true,
    onConfirm: () =>
      deleteDraft(draft.id)
        .unwrap()
        .catch((error: unknown) => {
          const description = describeError(error, 'Failed to delete draft');
          toast({ tone: 'danger', title: 'DELETION FAILED', description });
        }),
  }));
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
            <Button size="sm" variant="danger" onClick={() => ask(draft)}>
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
    [ask, first, now],
  );
  return (
    <div {...kept}>
      <Frame caption={`Drafts ${drafts.length}`} flush>
        <VirtualList label="Drafts" items={drafts} itemKey={keyOf} estimate={72} render={render} />
      </Frame>
      {question}
    </div>
  );
}
