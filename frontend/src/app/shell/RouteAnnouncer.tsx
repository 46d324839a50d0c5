import { useEffect, useRef } from 'react';
import { useLocation, useMatches } from 'react-router-dom';

/** What a route tells about itself. */
export interface RouteHandle {
  readonly title: string;
}

function isRouteHandle(value: unknown): value is RouteHandle {
  return typeof value === 'object' && value !== null && 'title' in value && typeof value.title === 'string';
}

/** How long a screen may take to show its heading, in milliseconds. */
const patience = 5000;

/** Moves the focus to the heading of the screen, as soon as there is one. Returns the way to give up. */
function focusHeading(): () => void {
  const attempt = () => {
    const heading = document.querySelector<HTMLElement>('main h1');
    heading?.focus({ preventScroll: true });
    return heading !== null;
  };
  if (attempt()) return () => undefined;
  const observer = new MutationObserver(() => {
    if (attempt()) stop();
  });
  const timer = setTimeout(() => {
    stop();
  }, patience);
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
  };
  observer.observe(document.body, { childList: true, subtree: true });
  return stop;
}

/** Names the window after the screen and, on a change of screen, moves focus to its heading, which announces it. */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  const title = useMatches()
    .map((match) => match.handle)
    .findLast(isRouteHandle)?.title;
  const previous = useRef<string | null>(null);

  useEffect(() => {
    document.title = title === undefined ? 'Facility Terminal' : `${title} - Facility Terminal`;
  }, [title]);

  useEffect(() => {
    const first = previous.current === null || previous.current === pathname;
    previous.current = pathname;
    return first ? undefined : focusHeading();
  }, [pathname]);

  return null;
}
