import { useEffect, useMemo, useState } from 'react';
import { useUser } from '@/api/selectors';
import type { User } from '@/api/types';
import { inOrder, rowAfter, withKept, type QueueRow } from '@/components/desk/queue';
import { useOnePane } from '@/components/useMedia';
import { readDraft } from '@/lib/drafts';
import { places } from '@/lib/places';
import { readTexts } from '@/state/useDraft';
import { useNow } from '@/state/useNow';
import { useSearchState } from '@/state/useSearchState';

/** How often waiting times are brought up to date, in milliseconds. */
const clock = 30_000;

/** What the cases of a desk are, as far as the desk needs. */
export interface CaseKind<Item> {
  /** A case as a row of the queue, for this reviewer at this time. */
  readonly rowOf: (item: Item, user: Pick<User, 'id'>, now: number) => QueueRow;
  /** The name under which an unsent decision on a case is kept. */
  readonly draftName: (id: string) => string;
}

/** The comment of an unsent decision, kept under this name; empty for none. */
export function keptComment(person: string, draftName: string): string {
  return readTexts(readDraft(person, draftName), { comments: '' })?.comments.trim() ?? '';
}

/**
 * The cases that were decided or discarded here, each for one wait. They outlive the desk: on a phone, closing a case
 * replaces it while the queue that still has the case is being loaded again.
 */
let doneHere: ReadonlySet<string> = new Set();

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
  const [done, setDone] = useState(doneHere);
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
    doneHere = new Set([...doneHere, waitOf(row)]);
    setDone(doneHere);
  };
  return { rows: next, letGo };
}

/** Where the cursor of the desk is, and how it moves. */
export interface ReviewDeskState {
  readonly rows: readonly QueueRow[];
  /** The row with the cursor; empty for none. */
  readonly current: string;
  /** The case on screen; empty for none, as where only the queue fits. */
  readonly open: string;
  /** Where the cursor is, from 1; `null` for a case that is not in the queue. */
  readonly position: number | null;
  readonly onePane: boolean;
  /** The time, in milliseconds since the epoch. */
  readonly now: number;
  /** Counts the requests to focus the current row. */
  readonly focusRequest: number;
  readonly goTo: (id: string) => void;
  /** The next row, or the one before for `-1`; at an end it stays. */
  readonly move: (by: number) => void;
  /** Leaves a case that is done, decided or discarded, for the one that takes its place. */
  readonly goOn: (id: string) => void;
  /** From a case that is a page of its own to the queue. */
  readonly back: () => void;
}

/** The case that was a page of its own last: the queue opens at it. */
let lastPage = '';

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
  const now = useNow(clock);
  // The cursor stays on its case, whatever arrives before it.
  const [cursor, setCursor] = useState(() => (asked === '' ? lastPage : asked));
  const [focusRequest, setFocusRequest] = useState(() => ((onePane && lastPage === '') || isOnTab() ? 0 : 1));
  useEffect(() => {
    lastPage = onePane ? asked : '';
  }, [asked, onePane]);
  const { rows, letGo } = useRows(kind, items, now, asked === '' ? cursor : asked);

  const stays = rows.some(({ id }) => id === cursor);
  const unasked = stays ? cursor : (rows[0]?.id ?? '');
  const current = asked === '' ? unasked : asked;
  if (current !== cursor) setCursor(current);
  const index = rows.findIndex(({ id }) => id === current);

  const hasLeft = current !== '' && !items.some(({ id }) => id === current);
  useEffect(() => {
    // A reload would not find it in the queue: the address keeps it open.
    if (hasLeft && asked === '' && !onePane) changeSearch({ case: current });
  }, [hasLeft, asked, onePane, current, changeSearch]);

  const focusList = () => {
    setFocusRequest((count) => count + 1);
  };
  const show = (id: string) => {
    changeSearch({ case: id });
    focusList();
  };
  const goTo = (id: string) => {
    setCursor(id);
    // In a queue that stands alone the cursor moves, and Enter opens.
    if (onePane && asked === '') focusList();
    else show(id);
  };
  const goOn = (id: string) => {
    letGo(id);
    // A reviewer who has gone to another case meanwhile stays there.
    if (id !== current) return;
    const next = rowAfter(rows, id)?.id ?? '';
    setCursor(next);
    show(next);
  };

  return {
    rows,
    current,
    open: onePane ? asked : current,
    position: index === -1 ? null : index + 1,
    onePane,
    now,
    focusRequest,
    goTo,
    move: (by) => {
      const row = rows[Math.min(rows.length - 1, Math.max(0, index + by))];
      if (row !== undefined) goTo(row.id);
    },
    goOn,
    back: () => {
      show('');
    },
  };
}
