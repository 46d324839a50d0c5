import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { dialogs } from '@/keyboard/dialogs';
import { countGestures } from '@/lib/activity';
import { useConnection } from './useConnection';
import { useScreenTitle } from './useScreenTitle';

/** Time limit for a screen to show or replace its heading, in milliseconds. */
export const headingTimeout = 5000;

/**
 * Focuses the heading of the screen as soon as it exists, and again if another heading replaces it. Returns a function
 * that stops this.
 */
function focusHeading(): () => void {
  let heading: HTMLElement | null = null;
  const atStart = { focused: document.activeElement, gestures: countGestures() };
  /** Whether the user moved the focus. Layers return the focus without an action of the user. */
  const isMoved = (active: Element | null) =>
    active !== document.body && active !== atStart.focused && countGestures() !== atStart.gestures;
  /** Returns whether it is finished. */
  const attempt = () => {
    const active = document.activeElement;
    // A layer has the keyboard; the heading is focused once the layer closes.
    if (active?.closest(dialogs)) return false;
    // A restored list has focused the row that was left. An element that the address names, or the only field of a
    // screen, also keeps the focus.
    if (active?.closest('main :is([data-row], [data-named], [data-entry])')) return true;
    if (heading?.isConnected === true) return active !== heading;
    // The focused heading was removed. If the focus has moved elsewhere it stays there.
    if (heading !== null && active !== document.body) return true;
    // The screen took long to load, and the user has moved the focus.
    if (heading === null && isMoved(active)) return true;
    // A placeholder heading is replaced by the title of the record.
    heading = document.querySelector<HTMLElement>('main h1:not([aria-busy])');
    heading?.focus({ preventScroll: true });
    return false;
  };
  if (attempt()) return () => undefined;
  const observer = new MutationObserver(() => {
    if (attempt()) stop();
  });
  const timer = setTimeout(() => stop(), headingTimeout);
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
  };
  observer.observe(document.body, { childList: true, subtree: true });
  return stop;
}

/** Window titles for connection states, for windows in the background. */
const words = { offline: 'OFFLINE', reconnecting: 'RECONNECTING' } as const;

/**
 * Sets the window title to the record or screen and, on a change of screen, moves the focus to its heading, which
 * announces it.
 */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  const title = useScreenTitle();
  const connection = useConnection();
  const previous = useRef<string | null>(null);

  useEffect(() => {
    document.title = `${connection === 'up' ? '' : `${words[connection]}: `}${title} - Facility Terminal`;
  }, [connection, title]);

  useEffect(() => {
    const first = previous.current === null || previous.current === pathname;
    previous.current = pathname;
    return first ? undefined : focusHeading();
  }, [pathname]);

  return null;
}
