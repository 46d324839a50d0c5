import { useCallback, useRef, type KeyboardEvent, type RefObject } from 'react';
import { dialogs } from '@/keyboard/dialogs';
import { moveKeys } from '@/keyboard/keys';

/** Number of rows that a page key moves if the visible number is unknown. */
const pageOfRows = 8;

/** The row that a key leads to; `null` for a key that does not move between rows. */
export function moveTarget(key: string, from: number, count: number, fitting = pageOfRows): number | null {
  switch (key) {
    case 'ArrowDown':
    case moveKeys.next:
      return Math.min(count - 1, from + 1);
    case 'ArrowUp':
    case moveKeys.previous:
      return Math.max(0, from - 1);
    case 'PageDown':
      return Math.min(count - 1, from + Math.max(1, fitting));
    case 'PageUp':
      return Math.max(0, from - Math.max(1, fitting));
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

export function rowAround(element: Element): number | null {
  const row = element.closest<HTMLElement>('[data-row]');
  return row ? Number(row.dataset.row) : null;
}

/** The row in which a key was pressed, if the key may move between rows. */
export function rowOf(event: KeyboardEvent): number | null {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return null;
  return target.closest('input, textarea, select, [contenteditable]') ? null : rowAround(target);
}

/**
 * Whether no control has the focus: it is on the page itself, on the heading after a change of screen, or in a layer,
 * which returns it to whatever requested it in the meantime.
 */
export function isFocusFree(): boolean {
  const { activeElement } = document;
  return (
    activeElement === null ||
    activeElement === document.body ||
    activeElement.matches(`h1, :is(${dialogs}) *`)
  );
}

/**
 * Focuses the key target of a row. Returns `false` if the row is not mounted or has none. `placed` means that the row
 * has been scrolled to already.
 */
export function focusRow(list: HTMLElement | null, index: number, placed = false): boolean {
  const row = list?.querySelector<HTMLElement>(`[data-row="${index}"]`);
  // A row without a link or button marks its key target.
  const target = row?.querySelector<HTMLElement>('a, button, [data-stop]');
  target?.focus({ preventScroll: placed });
  return target !== null && target !== undefined;
}

interface ListKeys {
  readonly list: RefObject<HTMLDivElement | null>;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** Moves the focus between the rows marked `data-row` in an element, by `j k`, arrows, Home and End. */
export function useListKeys(): ListKeys {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = useCallback((event: KeyboardEvent) => {
    const from = rowOf(event);
    if (from === null) return;
    const count = list.current?.querySelectorAll('[data-row]').length ?? 0;
    const to = moveTarget(event.key, from, count);
    if (to === null || !focusRow(list.current, to)) return;
    event.preventDefault();
  }, []);
  return { list, onKeyDown };
}
