import { useCallback, useState } from 'react';
import { useResubmitEditMutation } from '@/api/endpoints';
import type { OwnEdit } from '@/api/types';
import { Button, LinkButton } from '@/components/Button';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { DraftRow } from '@/components/DraftRow';
import { Frame } from '@/components/Frame';
import { Isolated } from '@/components/Isolated';
import { Row } from '@/components/Layout';
import { Loaded, type LoadedQuery } from '@/components/Loaded';
import { usePreload } from '@/components/lazyPart';
import { MarkdownText } from '@/components/MarkdownText';
import { EmptyState } from '@/components/States';
import { useFocusKept } from '@/components/useFocusKept';
import { VirtualList } from '@/components/VirtualList';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { formatAgo } from '@/lib/ago';
import { formatMoment } from '@/lib/dates';
import type { KeptEditEntry } from '@/lib/keptEdits';
import { paths } from '@/lib/paths';
import { places } from '@/lib/places';
import { useStatusLine } from '@/state/hooks';
import { useNow } from '@/state/useNow';
import { useRowKeys } from '@/state/useRowKeys';
import { useSearchState } from '@/state/useSearchState';
import { OwnEditRow } from './OwnEditRow';
import { editRows, pendingCount, type EditRow } from './ownEdits';
import { polling } from './ownQueries';
import { useUnsentEdits } from './useUnsentEdits';
import { WithdrawEdit } from './WithdrawEdit';

const keyOf = (row: EditRow) => ('edit' in row ? row.edit.id : row.unsent.slot);
const groupOf = ({ group }: EditRow) => group;

/** The user's edits of documents: unsent, waiting for a review, and decided. */
export function PendingEdits({ query }: { readonly query: LoadedQuery<readonly OwnEdit[]> }) {
  const unsent = useUnsentEdits();
  return (
    <Loaded query={query} what="pending edits" label="RETRIEVING EDITS">
      {(edits) =>
        edits.length + unsent.entries.length === 0 ? (
          <EmptyState
            title="NO PENDING EDITS"
            hint="Edits that you propose for your documents wait here for review."
          />
        ) : (
          <Edits edits={edits} unsent={unsent} />
        )
      }
    </Loaded>
  );
}

interface EditsProps {
  readonly edits: readonly OwnEdit[];
  readonly unsent: ReturnType<typeof useUnsentEdits>;
}

function Edits({ edits, unsent }: EditsProps) {
  usePreload(MarkdownText);
  useRowKeys();
  const rows = editRows(edits, unsent.entries);
  useStatusLine('READY', String(rows.length));
  const now = useNow(polling);
  const kept = useFocusKept<HTMLDivElement>('article');
  const [{ edit: opened }, changeSearch] = useSearchState(places.drafts.search);
  const [toWithdraw, setToWithdraw] = useState<OwnEdit | null>(null);
  const [resubmit] = useResubmitEditMutation();
  const { discard, read } = unsent;
  const onToggle = useCallback(
    (id: string) => {
      changeSearch({ edit: id === opened ? '' : id });
    },
    [changeSearch, opened],
  );
  const render = useCallback(
    (row: EditRow) =>
      'edit' in row ? (
        <OwnEditRow
          edit={row.edit}
          isNext={row.isNext}
          now={now}
          open={row.edit.id === opened}
          onToggle={onToggle}
          onResubmit={(id) => void resubmit(id)}
          onWithdraw={setToWithdraw}
        />
      ) : (
        <UnsentRow
          entry={row.unsent}
          isNext={row.isNext}
          now={now}
          onDiscard={(slot) => void discard(slot)}
        />
      ),
    [now, opened, onToggle, resubmit, discard],
  );
  return (
    <div {...kept}>
      <Frame label={`Pending edits ${pendingCount(edits) ?? 0}`} flush>
        <VirtualList
          label="Pending edits"
          items={rows}
          itemKey={keyOf}
          groupOf={groupOf}
          estimate={96}
          render={render}
        />
      </Frame>
      <WithdrawEdit
        edit={toWithdraw}
        onClose={() => {
          setToWithdraw(null);
          void read();
        }}
      />
    </div>
  );
}

interface UnsentRowProps {
  readonly entry: KeptEditEntry;
  readonly isNext: boolean;
  readonly now: number;
  readonly onDiscard: (slot: string) => void;
}

/** Text of an edit that this browser keeps and the server does not have. */
function UnsentRow({ entry, isNext, now, onDiscard }: UnsentRowProps) {
  const { slot, documentId, title, at } = entry;
  const about = <VisuallyHidden> {title}</VisuallyHidden>;
  const [asking, setAsking] = useState(false);
  return (
    <DraftRow
      title={title}
      to={paths.documentEdit(documentId)}
      category="unsent edit"
      level={null}
      saved={`changed ${formatAgo(at, now)}`}
      whole={formatMoment(at)}
      start="Kept in this browser only, until you send or discard it."
      actions={
        <Row gap="md">
          <Button
            size="sm"
            variant="danger"
            onClick={() => {
              setAsking(true);
            }}
          >
            Discard{about}
          </Button>
          <LinkButton size="sm" variant={isNext ? 'primary' : 'default'} to={paths.documentEdit(documentId)}>
            Continue{about}
          </LinkButton>
          <ConfirmDialog
            open={asking}
            onOpenChange={setAsking}
            title="Discard unsent edit"
            description={
              <>
                Discard the unsent edit of "<Isolated>{title}</Isolated>"? Its text is in this browser only
                and cannot be restored.
              </>
            }
            confirmLabel="Discard"
            danger
            onConfirm={() => {
              setAsking(false);
              onDiscard(slot);
            }}
          />
        </Row>
      }
    />
  );
}
