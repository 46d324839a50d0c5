import { useCallback } from 'react';
import { useResubmitEditMutation, useResubmitSubmissionMutation } from '@/api/endpoints';
import type { TimedOutItem } from '@/api/types';
import { Button } from '@/components/Button';
import { Frame } from '@/components/Frame';
import { useFocusKept } from '@/components/list/useFocusKept';
import { VirtualList } from '@/components/list/VirtualList';
import { Loaded, type LoadedQuery } from '@/components/Loaded';
import { EmptyState } from '@/components/States';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { formatDate, formatMoment } from '@/lib/dates';
import { paths } from '@/lib/paths';
import { useStatusLine } from '@/state/hooks';
import { useRowKeys } from '@/state/useRowKeys';
import { DraftRow } from './DraftRow.style';

const keyOf = ({ id }: TimedOutItem) => id;

/** What nobody reviewed within three days, to be sent in again. */
export function TimedOutList({ query }: { readonly query: LoadedQuery<readonly TimedOutItem[]> }) {
  return (
    <Loaded
      query={query}
      what="timed-out items"
      label="RETRIEVING ITEMS"
      empty={
        <EmptyState
          title="NOTHING HAS TIMED OUT"
          hint="What nobody reviews within 3 days appears here and can be resubmitted."
        />
      }
    >
      {(items) => <Items items={items} />}
    </Loaded>
  );
}

function Items({ items }: { readonly items: readonly TimedOutItem[] }) {
  useRowKeys();
  useStatusLine('READY', String(items.length));
  const kept = useFocusKept<HTMLDivElement>('article');
  const first = items[0]?.id;
  const render = useCallback(
    (item: TimedOutItem) => (
      <DraftRow
        title={item.title}
        to={item.type === 'edit' ? paths.ownEdit(item.id) : paths.drafts('mine')}
        category={item.type === 'edit' ? `edit, ${item.category}` : item.category}
        level={null}
        saved={`timed out ${formatDate(item.timedOutAt)}`}
        whole={formatMoment(item.timedOutAt)}
        start={`Submitted ${formatDate(item.createdAt)}. Resubmitting starts a new 3 days.`}
        actions={<Resubmit item={item} isNext={item.id === first} />}
      />
    ),
    [first],
  );
  return (
    <div {...kept}>
      <Frame caption={`Timed out ${items.length}`} flush>
        <VirtualList label="Timed out" items={items} itemKey={keyOf} estimate={72} render={render} />
      </Frame>
    </div>
  );
}

function Resubmit({ item, isNext }: { readonly item: TimedOutItem; readonly isNext: boolean }) {
  const [resubmitSubmission, submission] = useResubmitSubmissionMutation();
  const [resubmitEdit, edit] = useResubmitEditMutation();
  const resubmit = item.type === 'edit' ? resubmitEdit : resubmitSubmission;
  return (
    <Button
      size="sm"
      variant={isNext ? 'primary' : 'default'}
      busy={submission.isLoading || edit.isLoading}
      onClick={() => void resubmit(item.id)}
    >
      Resubmit<VisuallyHidden> {item.title}</VisuallyHidden>
    </Button>
  );
}
