import { useCallback } from 'react';
import { useResubmitEditMutation } from '@/api/endpoints';
import type { OwnEdit } from '@/api/types';
import { Frame } from '@/components/Frame';
import { usePreload } from '@/components/lazyPart';
import { useFocusKept } from '@/components/list/useFocusKept';
import { VirtualList } from '@/components/list/VirtualList';
import { Loaded, type LoadedQuery } from '@/components/Loaded';
import { MarkdownText } from '@/components/MarkdownText';
import { EmptyState } from '@/components/States';
import { places } from '@/lib/places';
import { useStatusLine } from '@/state/hooks';
import { useNow } from '@/state/useNow';
import { useRowKeys } from '@/state/useRowKeys';
import { useSearchState } from '@/state/useSearchState';
import { OwnEditRow } from './OwnEditRow';
import { editRows, pendingCount, type EditRow } from './ownEdits';
import { polling } from './ownQueries';
import { useEditWithdrawal } from './WithdrawEdit';

const keyOf = ({ edit }: EditRow) => edit.id;
const groupOf = ({ group }: EditRow) => group;

/** The user's edits of documents: waiting for a review, and decided. Those that were not sent are drafts. */
export function PendingEdits({ query }: { readonly query: LoadedQuery<readonly OwnEdit[]> }) {
  return (
    <Loaded query={query} what="pending edits" label="RETRIEVING EDITS">
      {(edits) =>
        edits.length === 0 ? (
          <EmptyState
            title="NO PENDING EDITS"
            hint="Edits that you propose for your documents wait here for review."
          />
        ) : (
          <Edits edits={edits} />
        )
      }
    </Loaded>
  );
}

function Edits({ edits }: { readonly edits: readonly OwnEdit[] }) {
  usePreload(MarkdownText);
  useRowKeys();
  const rows = editRows(edits);
  useStatusLine('READY', String(rows.length));
  const now = useNow(polling);
  const kept = useFocusKept<HTMLDivElement>('article');
  const [{ edit: opened }, changeSearch] = useSearchState(places.drafts.search);
  const [askWithdrawal, withdrawal] = useEditWithdrawal();
  const [resubmit] = useResubmitEditMutation();
  const onToggle = useCallback(
    (id: string) => changeSearch({ edit: id === opened ? '' : id }),
    [changeSearch, opened],
  );
  const render = useCallback(
    ({ edit, isNext }: EditRow) => (
      <OwnEditRow
        edit={edit}
        isNext={isNext}
        now={now}
        open={edit.id === opened}
        onToggle={onToggle}
        onResubmit={(id) => void resubmit(id)}
        onWithdraw={askWithdrawal}
      />
    ),
    [now, opened, onToggle, resubmit, askWithdrawal],
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
      {withdrawal}
    </div>
  );
}
