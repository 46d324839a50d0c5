import { useEffect, useRef, type RefObject } from 'react';

/** Asks for the focus on a row as soon as the cursor is there; `null` for the row with the cursor now. */
export interface FocusRequest<Row> {
  readonly row: Row | null;
}

/** Puts the focus on the row with the cursor in the list. */
export function focusCurrent(list: RefObject<HTMLElement | null>): void {
  list.current?.querySelector<HTMLElement>('[aria-current]')?.focus();
}

/** Handles each request once, as soon as the cursor is on its row. `null` leaves the focus where it is. */
export function useFocusRequest<Row>(
  list: RefObject<HTMLElement | null>,
  request: FocusRequest<Row> | null,
  current: Row,
): void {
  const answered = useRef<FocusRequest<Row>>(null);
  useEffect(() => {
    if (request === null || request === answered.current) return;
    // The cursor follows the address, which changes after the request; a dialog may be open until then.
    if (request.row !== null && request.row !== current) return;
    answered.current = request;
    // After the effects of the page around it, which focus its title when it opens.
    queueMicrotask(() => focusCurrent(list));
  }, [list, request, current]);
}
