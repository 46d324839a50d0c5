import { useCallback, useRef, type KeyboardEvent, type RefObject } from 'react';
import { focusRow, moveTarget, rowOf } from './rowKeys';

interface ListKeys {
  readonly list: RefObject<HTMLDivElement | null>;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** Moves between the rows marked `data-row` in an element, by `j k`, arrows, Home and End. */
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
