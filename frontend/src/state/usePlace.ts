import { useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/** How many entries of the history are remembered; nobody goes further back. */
const most = 50;

/** How far down each entry of the history was left, in pixels; the latest comes last. */
const places = new Map<string, number>();

function remember(key: string, place: number): void {
  places.delete(key);
  places.set(key, place);
  const [oldest] = places.keys();
  if (places.size > most && oldest !== undefined) places.delete(oldest);
}

/**
 * Leads back to the place where a page was left. The router does it as soon as the page is there; where its rows have
 * to be fetched again, because somebody changed something meanwhile, the page is not yet high enough then. `ready` once
 * it is.
 */
export function usePlace(ready: boolean): void {
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
  // Both end in the same commit as the page: what replaces it may be shorter, and the scrolling that follows is not the
  // reader's.
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
      // A busy page reports a scroll later than the click that leaves it. The page is still there, and as high as it
      // was.
      if (due.current === undefined) remember(entry.current, window.scrollY);
    },
    [],
  );
}
