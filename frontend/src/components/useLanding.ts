import { useEffect, type RefObject } from 'react';

/**
 * Gives what has come the focus and shows its beginning. Focusing alone would put the middle of what is taller than the
 * window into the middle of the window, and its beginning above.
 */
export function useLanding(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'start' });
  }, [box]);
}
