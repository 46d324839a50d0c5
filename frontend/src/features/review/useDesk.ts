import { useEffect, useMemo, useState } from 'react';
import { useUser } from '@/api/selectors';
import type { User } from '@/api/types';
import { useOnePane } from '@/components/useMedia';
import { places } from '@/lib/places';
import { readTexts } from '@/lib/storedTexts';
import type { FocusRequest } from '@/records/desk/CursorList';
import { useNow } from '@/state/useNow';
import { useSearchState } from '@/state/useSearchState';
import { keptHere } from '@/text/browser';
import { deskMemory, rememberDone } from './deskMemory';
import { inOrder, rowAfter, withKept, type QueueRow } from './queue';

/** How often waiting times are brought up to date, in milliseconds. */
const clock = 30_000;

/** The queue of one kind of case. */
export interface QueueKind<Item> {
  /** Prefix of the short id. */
  readonly prefix: 'SUB' | 'EDIT' | 'DOC';
  /** The address of a case. */
  readonly pathOf: (id: string) => string;
  /** Whether the server still tells of a case that has left the queue. */
  readonly outlivesQueue: boolean;
  /** A case as a row of the queue, for this reviewer at this time. */
  readonly rowOf: (item: Item, user: Pick<User, 'id'>, now: number) => QueueRow;
  /** The name under which an unsent decision on a case is kept. */
  readonly draftName: (id: string) => string;
}

/** The comment of an unsent decision, kept under this name; empty for none. */
function keptComment(person: string, draftName: string): string {
  return readTexts(keptHere(person, draftName)?.text, { comments: '' })?.comments.trim() ?? '';
}

/** What a note adds where a decision has come too late and its comment is kept. */
export function keptWords(person: string, draftName: string): string {
  return keptComment(person, draftName) === '' ? '' : ' Your comment is kept until you discard it.';
}

/** The wait of a case for one step: a resubmission and a later step are others. */
function waitOf({ id, waitingSince, step }: QueueRow): string {
  return `${id} ${waitingSince} ${step}`;
}

/** The queue in its order, with the open case and those with a kept comment after they have left it. */
function useRows<Item>(
  { rowOf, draftName, outlivesQueue }: QueueKind<Item>,
  items: readonly Item[],
  now: number,
  open: string,
) {
  const user = useUser();
  const all = useMemo(
    () => inOrder(items.map((item) => ({ ...rowOf(item, user, now), item }))),
    [items, rowOf, user, now],
  );
  const [shown, setShown] = useState(all);
  const [done, setDone] = useState(() => deskMemory(user.id).done);
  const isDone = (row: QueueRow) => done.has(waitOf(row));
  const next = withKept(
    // The rest of what was decided can be read until the queue is loaded again, if there is any.
    outlivesQueue ? all : all.filter((row) => !isDone(row)),
    shown,
    (row) => !isDone(row) && (row.id === open || keptComment(user.id, draftName(row.id)) !== ''),
  );
  // Rows are kept from what was shown last.
  if (next.length !== shown.length || next.some((row, index) => row !== shown[index])) setShown(next);
  const letGo = (id: string) => {
    const row = next.find((one) => one.id === id);
    if (row !== undefined) setDone(rememberDone(user.id, waitOf(row)));
  };
  return { rows: next, letGo };
}

/** Arrow keys on tabs open the tab they move to. The focus then stays on the tabs. */
function isOnTab(): boolean {
  return document.activeElement?.matches('[role="tab"]:focus-visible') === true;
}

/** The desk: its queue, the case on it, and how the cursor moves. The address holds the case, so Back and links work. */
export function useDesk<Item extends { readonly id: string }>(kind: QueueKind<Item>, items: readonly Item[]) {
  const { prefix, outlivesQueue } = kind;
  const [{ case: asked }, changeSearch] = useSearchState(places.archiveRequests.search);
  const onePane = useOnePane();
  const person = useUser().id;
  const now = useNow(clock);
  const [lastPage] = useState(() => deskMemory(person).pages.get(prefix) ?? '');
  // The cursor stays on its case, whatever arrives before it.
  const [cursor, setCursor] = useState(() => (asked === '' ? lastPage : asked));
  const [focusRequest, setFocusRequest] = useState<FocusRequest<string> | null>(() =>
    (onePane && lastPage === '') || isOnTab() ? null : { row: null },
  );
  useEffect(() => {
    deskMemory(person).pages.set(prefix, onePane ? asked : '');
  }, [asked, onePane, person, prefix]);
  const { rows, letGo } = useRows(kind, items, now, asked === '' ? cursor : asked);

  const isThere = (id: string) => rows.some((row) => row.id === id);
  const unasked = isThere(cursor) ? cursor : (rows[0]?.id ?? '');
  const current = asked !== '' && (outlivesQueue || isThere(asked)) ? asked : unasked;
  if (current !== cursor) setCursor(current);

  const isListed = items.some(({ id }) => id === current);
  useEffect(() => {
    // A reload would not find it in the queue: the address keeps it open.
    if (current !== '' && !isListed && asked === '' && !onePane) changeSearch({ case: current });
  }, [isListed, asked, onePane, current, changeSearch]);

  const index = rows.findIndex(({ id }) => id === current);
  const show = (id: string) => {
    changeSearch({ case: id });
    setFocusRequest({ row: id === '' ? null : id });
  };
  const goTo = (id: string) => {
    setCursor(id);
    // In a queue that stands alone the cursor moves, and Enter opens.
    if (onePane && asked === '') setFocusRequest({ row: id });
    else show(id);
  };
  return {
    rows,
    /** The row with the cursor; empty for none. */
    current,
    /** The case on screen; empty for none, as where only the queue fits. */
    open: onePane && asked === '' ? '' : current,
    /** Where the cursor is, from 1; `null` for a case that is not in the queue. */
    position: index === -1 ? null : index + 1,
    focusRequest,
    onePane,
    /** The time, in milliseconds since the epoch. */
    now,
    goTo,
    /** The next row, or the one before for `-1`; at an end it stays. */
    move: (by: number) => {
      const row = rows[Math.min(rows.length - 1, Math.max(0, index + by))];
      if (row !== undefined) goTo(row.id);
    },
    /** From a case that is a page of its own to the queue. */
    back: () => show(''),
    /** Gives the focus to the row with the cursor. */
    focusRow: () => setFocusRequest({ row: null }),
    /** Leaves a case that is done, decided or discarded, for the one that takes its place. */
    goOn: (id: string) => {
      letGo(id);
      // A reviewer who has opened another case stays there.
      if (id !== current) return;
      const next = rowAfter(rows, id)?.id ?? '';
      setCursor(next);
      show(next);
    },
  };
}
