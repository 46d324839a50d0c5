import { useEffect, type ReactNode } from 'react';
import { Button } from '@/components/Button';
import { usePreload } from '@/components/lazyPart';
import { MarkdownText } from '@/components/MarkdownText';
import { EmptyState } from '@/components/States';
import { controlOf } from '@/keyboard/controls';
import { moveKeys, reviewKeys } from '@/keyboard/keys';
import { shortId } from '@/lib/ids';
import type { CasePlace } from './CasePane.style';
import { Desk } from '@/records/desk/Desk';
import { QueueList } from './QueueList.style';
import { useDeskStatus } from '@/state/useDecisionKeys';
import { useKeyMap } from '@/state/useKeyMap';
import { useOnce, type Sending } from './useOnce';
import { useReviewDesk, type CaseKind } from './useReviewDesk';

export interface OpenCase<Item> {
  readonly id: string;
  /** What the queue knows of it; shown until the whole case is there. */
  readonly summary: Item | undefined;
  /** The time, in milliseconds since the epoch. */
  readonly now: number;
  readonly place: CasePlace | null;
  readonly sending: Sending;
  /** It was decided here, or what was typed was discarded. */
  readonly onDone: (id: string) => void;
}

interface CaseDeskProps<Item> {
  readonly kind: CaseKind<Item>;
  readonly items: readonly Item[];
  readonly pathOf: (id: string) => string;
  readonly queue?: string;
  readonly empty: ReactNode;
  /** Loads a case that is likely to be opened next. */
  readonly onExpect: (id: string) => void;
  /** The one open case; it is a new one whenever the id changes. */
  readonly children: (open: OpenCase<Item>) => ReactNode;
}

/** A desk for the decisions on one kind of thing: the queue, and one case beside it. */
export function CaseDesk<Item extends { readonly id: string }>(props: CaseDeskProps<Item>) {
  const { kind, items, pathOf, queue, empty, onExpect, children } = props;
  usePreload(MarkdownText);
  const sending = useOnce();
  const desk = useReviewDesk(kind, items);
  const { rows, current, open, position, onePane, now, goTo, move, goOn, back } = desk;
  const next = position === null ? undefined : rows[position];
  const shown = rows.find(({ id }) => id === open);
  useDeskStatus(
    rows.length,
    position,
    shown === undefined ? undefined : { title: shown.title, label: shortId(kind.prefix, shown.id) },
  );
  const expected = open === '' ? undefined : next?.id;
  useEffect(() => {
    if (expected !== undefined) onExpect(expected);
  }, [expected, onExpect]);
  useKeyMap({
    [moveKeys.next]: () => move(1),
    [moveKeys.previous]: () => move(-1),
    [reviewKeys.open]: () => controlOf(reviewKeys.open)?.click(),
  });

  if (rows.length === 0 && open === '') return empty;
  const place = {
    position,
    of: rows.length,
    onBack: back,
    onNext: next === undefined ? null : () => goTo(next.id),
  };
  return (
    <Desk
      onePane={onePane}
      queue={
        <QueueList
          title={queue}
          rows={rows}
          current={current}
          pathOf={pathOf}
          now={now}
          onMove={goTo}
          focusRequest={desk.focusRequest}
        />
      }
    >
      {open === ''
        ? null
        : children({
            id: open,
            summary: items.find(({ id }) => id === open),
            now,
            place: onePane ? place : null,
            sending,
            onDone: goOn,
          })}
    </Desk>
  );
}

interface NothingToReviewProps {
  readonly title: string;
  readonly hint: string;
  readonly busy: boolean;
  readonly onRefresh: () => unknown;
}

/** An empty queue. The focus that was on its last case goes to the title of the screen. */
export function NothingToReview({ title, hint, busy, onRefresh }: NothingToReviewProps) {
  useEffect(() => {
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, []);
  return (
    <EmptyState
      title={title}
      hint={hint}
      action={
        <Button busy={busy} onClick={() => void onRefresh()}>
          Check again
        </Button>
      }
    />
  );
}
