import { useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/** Maximum number of history entries whose scroll position is remembered. */
const most = 50;

/** Scroll position of each history entry in pixels; the latest entry comes last. */
const places = new Map<string, number>();

function remember(key: string, place: number): void {
  places.delete(key);
  places.set(key, place);
  const [oldest] = places.keys();
  if (places.size > most && oldest !== undefined) places.delete(oldest);
}

/**
 * Restores the scroll position of a page. The router restores it as soon as the page is mounted, but if the rows have
 * to be loaded again, the page is not high enough then. `ready` becomes true once it is.
 */
export function useLateScrollRestoration(ready: boolean): void {
  const { key } = useLocation();
  const type = useNavigationType();
  const due = useRef(type === NavigationType.Pop ? places.get(key) : undefined);

  useLayoutEffect(() => {
    const place = due.current;
    if (!ready || place === undefined) return;
    due.current = undefined;
    if (Math.abs(window.scrollY - place) > 1) window.scrollTo(0, place);
  }, [ready]);

  const entry = useRef(key);
  // Both effects end in the same commit as the page: its replacement may be shorter, and the resulting scroll event is
  // not the user's.
  useLayoutEffect(() => {
    const note = () => {
      if (due.current === undefined) remember(key, window.scrollY);
    };
    entry.current = key;
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, [key]);
  useLayoutEffect(
    () => () => {
      // A busy page may report a scroll later than the click that leaves it. The page is still mounted with its height.
      if (due.current === undefined) remember(entry.current, window.scrollY);
    },
    [],
  );
}
