import { useEffect, useRef, type FocusEvent, type RefObject } from 'react';

interface FocusKept<Box extends HTMLElement> {
  readonly ref: RefObject<Box | null>;
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: (event: FocusEvent) => void;
}

/** What to focus in a row: its heading, its first control, or the row itself. */
function targetIn(row: HTMLElement): HTMLElement {
  const target = row.querySelector<HTMLElement>('h3') ?? row.querySelector<HTMLElement>('button, a') ?? row;
  if (!target.matches('a, button')) target.tabIndex = -1;
  return target;
}

/**
 * Keeps the focus in a list whose rows change under it. When what had the focus is taken off the page (a case was
 * decided, a button became another one), the row at the same place gets it, else the last one, else the heading of the
 * screen; never the body, where a keyboard user would start again from the top. `rows` is a selector of the rows in the
 * box.
 */
export function useFocusKept<Box extends HTMLElement>(rows: string): FocusKept<Box> {
  const ref = useRef<Box>(null);
  const held = useRef<{ readonly element: Element; readonly index: number }>(null);

  // After every render: only then is known what is gone.
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
      // A dialog that belongs to a row is in this tree and elsewhere on the page.
      if (ref.current?.contains(target) !== true) return;
      const found = [...ref.current.querySelectorAll<HTMLElement>(rows)];
      const index = found.findIndex((row) => row.contains(target));
      held.current = index === -1 ? null : { element: target, index };
    },
    onBlur: ({ target, relatedTarget }) => {
      // A removed element names no next target; a person who goes elsewhere leaves it on the page.
      const intoDialog = relatedTarget?.closest('[role="dialog"], [role="alertdialog"]') ?? null;
      if (intoDialog === null && target.isConnected && document.activeElement !== target) held.current = null;
    },
  };
}
