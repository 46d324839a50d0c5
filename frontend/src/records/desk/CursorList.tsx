import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import styled from '@emotion/styled';
import { moveTarget } from '@/components/list/rowKeys';

/** Beside what a list opens. */
export const ListPane = styled.section`
  position: relative;
  display: flex;
  flex-direction: column;
  min-width: 0;
  min-height: 0;
`;

const Scroll = styled.div`
  flex: 1;
  min-height: 0;
  overflow-y: auto;
  padding-bottom: 16px;
`;

/** Asks for the focus on a row as soon as the cursor is there; `null` for the row with the cursor now. */
export interface FocusRequest<Row> {
  readonly row: Row | null;
}

/** The row with the cursor, which says so by `aria-current`. */
const rowOf = (list: RefObject<HTMLElement | null>) =>
  list.current?.querySelector<HTMLElement>('[aria-current]');

interface CursorListProps<Row> {
  /** In their order. */
  readonly rows: readonly Row[];
  /** The row with the cursor. */
  readonly current: Row | null;
  readonly onMove: (row: Row) => void;
  /** Each request is handled once; `null` leaves the focus where it is. */
  readonly focusRequest: FocusRequest<Row> | null;
  /** What other keys do. */
  readonly keys?: Readonly<Record<string, () => void>>;
  readonly children: ReactNode;
}

/** A list of links with a cursor that arrow keys, Home and End move. */
export function CursorList<Row>(props: CursorListProps<Row>) {
  const { rows, current, onMove, focusRequest, keys = {}, children } = props;
  const box = useRef<HTMLDivElement>(null);
  const held = useRef(false);
  const answered = useRef<FocusRequest<Row>>(null);

  useEffect(() => {
    if (focusRequest === null || focusRequest === answered.current) return;
    // The cursor follows the address, which changes after the request; a dialog may be open until then.
    if (focusRequest.row !== null && focusRequest.row !== current) return;
    answered.current = focusRequest;
    // After the effects of the page around it, which focus its title when it opens.
    queueMicrotask(() => rowOf(box)?.focus());
  }, [focusRequest, current]);
  useEffect(() => {
    const row = rowOf(box);
    row?.scrollIntoView({ block: 'nearest' });
    // Back moves the cursor too. If the list has the focus, the focus follows.
    if (box.current?.contains(document.activeElement) === true) row?.focus();
  }, [current]);
  // The row that had the focus may be gone: the one that took its place gets it, never the body.
  useEffect(() => {
    if (held.current && document.activeElement === document.body) rowOf(box)?.focus();
  });

  const index = rows.findIndex((row) => row === current);
  // The keys are a convenience over the links in the rows.
  return (
    <Scroll
      ref={box}
      onFocus={() => {
        held.current = true;
      }}
      onBlur={({ target }) => {
        if (target.isConnected) held.current = false;
      }}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || /^[jk]$/.test(event.key)) return;
        const to = index === -1 ? null : moveTarget(event.key, index, rows.length);
        const row = to === null ? undefined : rows[to];
        const run = keys[event.key] ?? (row === undefined ? undefined : () => onMove(row));
        if (run === undefined) return;
        event.preventDefault();
        run();
      }}
    >
      {children}
    </Scroll>
  );
}
