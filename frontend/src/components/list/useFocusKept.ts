import { useEffect, useRef, type FocusEvent, type RefObject } from 'react';

interface FocusKept<Box extends HTMLElement> {
  readonly ref: RefObject<Box | null>;
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: (event: FocusEvent) => void;
}

/** The element to focus in a row: its heading, its first control, or the row itself. */
function targetIn(row: HTMLElement): HTMLElement {
  const target = row.querySelector<HTMLElement>('h3') ?? row.querySelector<HTMLElement>('button, a') ?? row;
  if (!target.matches('a, button')) target.tabIndex = -1;
  return target;
}

/**
 * Keeps the focus in a list whose rows change. If the focused element is removed (a case was decided, a button was
 * replaced), the row at the same position gets the focus, otherwise the last row, otherwise the heading of the screen;
 * never the body, where a keyboard user would start over. `rows` is a selector of the rows in the box.
 */
export function useFocusKept<Box extends HTMLElement>(rows: string): FocusKept<Box> {
  const ref = useRef<Box>(null);
  const held = useRef<{ readonly element: Element; readonly index: number }>(null);

  // Only after a render is it known what was removed.
  useEffect(() => {
    if (held.current === null || held.current.element.isConnected || document.activeElement !== document.body)
      return;
    const found = [...(ref.current?.querySelectorAll<HTMLElement>(rows) ?? [])];
    const row = found[Math.min(held.current.index, found.length - 1)];
    held.current = null;
    const target = row === undefined ? document.querySelector<HTMLElement>('main h1') : targetIn(row);
    target?.focus();
  });

  return {
    ref,
    onFocus: ({ target }) => {
      // A dialog that belongs to a row is in this React tree but elsewhere in the document.
      if (ref.current?.contains(target) !== true) return;
      const found = [...ref.current.querySelectorAll<HTMLElement>(rows)];
      const index = found.findIndex((row) => row.contains(target));
      held.current = index === -1 ? null : { element: target, index };
    },
    onBlur: ({ target, relatedTarget }) => {
      // A removed element has no related target; if the user moves the focus, the element stays on the page.
      const intoDialog = relatedTarget?.closest('[role="dialog"], [role="alertdialog"]') ?? null;
      if (intoDialog === null && target.isConnected && document.activeElement !== target) held.current = null;
    },
  };
}
