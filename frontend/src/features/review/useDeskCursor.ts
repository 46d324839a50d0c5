import { useState } from 'react';
import type { QueueRow } from './queue';
import type { FocusRequest } from '@/records/desk/useFocusRequest';

interface DeskCursorOptions {
  readonly rows: readonly QueueRow[];
  /** The row with the cursor; empty for none. */
  readonly current: string;
  /** The case in the address; empty for none. */
  readonly asked: string;
  /** Only the queue or the case fits on the screen. */
  readonly onePane: boolean;
  /** Whether the current row takes the focus at once. */
  readonly focusAtStart: boolean;
  readonly setCursor: (id: string) => void;
  /** Puts a case into the address; empty for none. */
  readonly setCase: (id: string) => void;
}

/** Where the cursor of a desk is in its queue, and how it moves. */
export interface DeskCursor {
  /** Where the cursor is, from 1; `null` for a case that is not in the queue. */
  readonly position: number | null;
  readonly focusRequest: FocusRequest<string> | null;
  readonly goTo: (id: string) => void;
  /** The next row, or the one before for `-1`; at an end it stays. */
  readonly move: (by: number) => void;
  /** Opens a case wherever the cursor is; empty for the queue alone. */
  readonly show: (id: string) => void;
  /** From a case that is a page of its own to the queue. */
  readonly back: () => void;
}

/** Moves the cursor of a desk through its queue, and opens what it comes to. */
export function useDeskCursor(options: DeskCursorOptions): DeskCursor {
  const { rows, current, asked, onePane, focusAtStart, setCursor, setCase } = options;
  const [focusRequest, setFocusRequest] = useState<FocusRequest<string> | null>(
    focusAtStart ? { row: null } : null,
  );
  const index = rows.findIndex(({ id }) => id === current);

  const show = (id: string) => {
    setCase(id);
    setFocusRequest({ row: id === '' ? null : id });
  };
  const goTo = (id: string) => {
    setCursor(id);
    // In a queue that stands alone the cursor moves, and Enter opens.
    if (onePane && asked === '') setFocusRequest({ row: id });
    else show(id);
  };
  return {
    position: index === -1 ? null : index + 1,
    focusRequest,
    goTo,
    move: (by) => {
      const row = rows[Math.min(rows.length - 1, Math.max(0, index + by))];
      if (row !== undefined) goTo(row.id);
    },
    show,
    back: () => show(''),
  };
}
