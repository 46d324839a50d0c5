import { useEffect, type ComponentType } from 'react';
import { Button } from '@/components/Button';
import { Loaded, type LoadedQuery } from '@/components/Loaded';
import { EmptyState } from '@/components/States';
import { controlOf } from '@/keyboard/controls';
import { moveKeys, reviewKeys } from '@/keyboard/keys';
import { shortId } from '@/lib/ids';
import { Desk } from '@/records/desk/Desk';
import { useDeskStatus } from '@/state/useDecisionKeys';
import { useKeyMap } from '@/state/useKeyMap';
import type { CasePlace } from './CasePane.style';
import type { CaseKind, Reviewable } from './kind';
import { QueueList } from './QueueList.style';
import { useDesk } from './useDesk';
import { useOnce, type Sending } from './useOnce';

export interface OpenCase<Item> {
  readonly id: string;
  /** The case as the queue has it; shown until the whole case is loaded. */
  readonly summary: Item | undefined;
  /** It is waiting for a decision. */
  readonly isQueued: boolean;
  /** The time, in milliseconds since the epoch. */
  readonly now: number;
  readonly place: CasePlace | null;
  readonly sending: Sending;
  /** Leads back to the queue. */
  readonly onLeave: () => void;
  /** It was decided here, or what was typed was discarded. */
  readonly onDone: (id: string) => void;
}

interface CaseDeskProps<Item extends Reviewable, Whole extends Item> {
  readonly kind: CaseKind<Item, Whole>;
  readonly query: LoadedQuery<readonly Item[]>;
  /** Loads a case that is likely to be opened next. */
  readonly onExpect?: (id: string) => void;
  /** The one open case. */
  readonly Case: ComponentType<OpenCase<Item>>;
}

/** A desk for decisions on one kind of case: the queue, and the open case beside it. */
export function CaseDesk<Item extends Reviewable, Whole extends Item>(props: CaseDeskProps<Item, Whole>) {
  const { kind, query } = props;
  return (
    <Loaded query={query} what={kind.queue.what} label={kind.queue.loading}>
      {(items) => <LoadedDesk {...props} items={items} />}
    </Loaded>
  );
}

interface LoadedDeskProps<Item extends Reviewable, Whole extends Item> extends CaseDeskProps<Item, Whole> {
  readonly items: readonly Item[];
}

function LoadedDesk<Item extends Reviewable, Whole extends Item>(props: LoadedDeskProps<Item, Whole>) {
  const { kind, query, items, onExpect, Case } = props;
  const sending = useOnce();
  const desk = useDesk(kind, items);
  const { rows, current, open, position, onePane, now, goTo, move } = desk;
  const next = position === null ? undefined : rows[position];
  const shown = rows.find(({ id }) => id === open);
  useDeskStatus(
    rows.length,
    position,
    shown && { title: shown.title, label: shortId(kind.prefix, shown.id) },
  );
  const expected = open === '' ? undefined : next?.id;
  useEffect(() => {
    if (expected !== undefined) onExpect?.(expected);
  }, [expected, onExpect]);
  useKeyMap({
    [moveKeys.next]: () => move(1),
    [moveKeys.previous]: () => move(-1),
    [reviewKeys.open]: () => controlOf(reviewKeys.open)?.click(),
  });

  if (rows.length === 0 && open === '') return <NothingToReview {...kind.queue} query={query} />;
  const place = {
    position,
    of: rows.length,
    onBack: desk.back,
    onNext: next === undefined ? null : () => goTo(next.id),
  };
  return (
    <Desk
      onePane={onePane}
      queue={
        <QueueList
          title={kind.queue.title}
          rows={rows}
          current={current}
          pathOf={kind.pathOf}
          now={now}
          onMove={goTo}
          focusRequest={desk.focusRequest}
        />
      }
    >
      {open === '' ? null : (
        <Case
          id={open}
          summary={shown?.item}
          isQueued={items.some(({ id }) => id === open)}
          now={now}
          place={onePane ? place : null}
          sending={sending}
          onLeave={desk.focusRow}
          onDone={desk.goOn}
        />
      )}
    </Desk>
  );
}

interface NothingToReviewProps extends Pick<LoadedDeskProps<Reviewable, Reviewable>, 'query'> {
  readonly none: string;
  readonly hint: string;
}

/** An empty queue. The focus moves from its last case to the title of the screen. */
function NothingToReview({ none, hint, query }: NothingToReviewProps) {
  useEffect(() => {
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, []);
  return (
    <EmptyState
      title={none}
      hint={hint}
      action={
        <Button busy={query.isFetching} onClick={() => void query.refetch()}>
          Check again
        </Button>
      }
    />
  );
}
