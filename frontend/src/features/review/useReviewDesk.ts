import { useEffect, useMemo, useState } from 'react';
import { useUser } from '@/api/selectors';
import type { User } from '@/api/types';
import { useOnePane } from '@/components/useMedia';
import { places } from '@/lib/places';
import { readTexts } from '@/lib/storedTexts';
import { inOrder, rowAfter, withKept, type QueueRow } from './queue';
import { useDeskCursor, type DeskCursor } from './useDeskCursor';
import { useNow } from '@/state/useNow';
import { useSearchState } from '@/state/useSearchState';
import { keptHere } from '@/text/browser';
import { deskMemory, rememberDone, rememberPage } from './deskMemory';

/** How often waiting times are brought up to date, in milliseconds. */
const clock = 30_000;

/** What the cases of a desk are, as far as the desk needs. */
export interface CaseKind<Item> {
  /** Prefix of the short id. */
  readonly prefix: 'SUB' | 'EDIT';
  /** A case as a row of the queue, for this reviewer at this time. */
  readonly rowOf: (item: Item, user: Pick<User, 'id'>, now: number) => QueueRow;
  /** The name under which an unsent decision on a case is kept. */
  readonly draftName: (id: string) => string;
}

/** The comment of an unsent decision, kept under this name; empty for none. */
export function keptComment(person: string, draftName: string): string {
  return readTexts(keptHere(person, draftName)?.text, { comments: '' })?.comments.trim() ?? '';
}

/** The wait of a case for one step: a resubmission and a later step are others. */
function waitOf({ id, waitingSince, step }: QueueRow): string {
  return `${id} ${waitingSince} ${step}`;
}

/** The queue in its order, with the open case and those with a kept comment after they have left it. */
function useRows<Item>(
  { rowOf, draftName }: CaseKind<Item>,
  items: readonly Item[],
  now: number,
  open: string,
) {
  const user = useUser();
  const rows = useMemo(() => inOrder(items.map((item) => rowOf(item, user, now))), [items, rowOf, user, now]);
  const [shown, setShown] = useState(rows);
  const [done, setDone] = useState(() => deskMemory(user.id).done);
  const next = withKept(
    rows,
    shown,
    (row) => !done.has(waitOf(row)) && (row.id === open || keptComment(user.id, draftName(row.id)) !== ''),
  );
  // Rows are kept from what was shown last.
  if (next.length !== shown.length || next.some((row, index) => row !== shown[index])) setShown(next);
  const letGo = (id: string) => {
    const row = next.find((one) => one.id === id);
    if (row === undefined) return;
    setDone(rememberDone(user.id, waitOf(row)));
  };
  return { rows: next, letGo };
}

/** The desk: its queue, the case on it, and how the cursor moves. */
export interface ReviewDeskState extends Omit<DeskCursor, 'show'> {
  readonly rows: readonly QueueRow[];
  /** The row with the cursor; empty for none. */
  readonly current: string;
  /** The case on screen; empty for none, as where only the queue fits. */
  readonly open: string;
  readonly onePane: boolean;
  /** The time, in milliseconds since the epoch. */
  readonly now: number;
  /** Leaves a case that is done, decided or discarded, for the one that takes its place. */
  readonly goOn: (id: string) => void;
}

/** Arrow keys on tabs open the tab they move to. The focus then stays on the tabs. */
function isOnTab(): boolean {
  return (
    document.activeElement?.getAttribute('role') === 'tab' && document.activeElement.matches(':focus-visible')
  );
}

/** The cursor of the review desk. The address holds the case, so Back and links work; without one it is the first. */
export function useReviewDesk<Item extends { readonly id: string }>(
  kind: CaseKind<Item>,
  items: readonly Item[],
): ReviewDeskState {
  const [{ case: asked }, changeSearch] = useSearchState(places.admin.search);
  const onePane = useOnePane();
  const person = useUser().id;
  const now = useNow(clock);
  const [{ lastPage }] = useState(() => deskMemory(person));
  // The cursor stays on its case, whatever arrives before it.
  const [cursor, setCursor] = useState(() => (asked === '' ? lastPage : asked));
  const [focusAtStart] = useState(() => !((onePane && lastPage === '') || isOnTab()));
  useEffect(() => {
    rememberPage(person, onePane ? asked : '');
  }, [asked, onePane, person]);
  const { rows, letGo } = useRows(kind, items, now, asked === '' ? cursor : asked);

  const stays = rows.some(({ id }) => id === cursor);
  const unasked = stays ? cursor : (rows[0]?.id ?? '');
  const current = asked === '' ? unasked : asked;
  if (current !== cursor) setCursor(current);

  const hasLeft = current !== '' && !items.some(({ id }) => id === current);
  useEffect(() => {
    // A reload would not find it in the queue: the address keeps it open.
    if (hasLeft && asked === '' && !onePane) changeSearch({ case: current });
  }, [hasLeft, asked, onePane, current, changeSearch]);

  const { show, ...moves } = useDeskCursor({
    rows,
    current,
    asked,
    onePane,
    focusAtStart,
    setCursor,
    setCase: (id) => changeSearch({ case: id }),
  });
  const goOn = (id: string) => {
    letGo(id);
    // A reviewer who has opened another case stays there.
    if (id !== current) return;
    const next = rowAfter(rows, id)?.id ?? '';
    setCursor(next);
    show(next);
  };

  return { ...moves, rows, current, open: onePane ? asked : current, onePane, now, goOn };
}
