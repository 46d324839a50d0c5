import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { dialogs } from '@/keyboard/dialogs';
import { countGestures } from '@/lib/activity';
import { useConnection } from './useConnection';
import { useScreenTitle } from './useScreenTitle';

/** How long a screen may take to show its heading, or to replace it, in milliseconds. */
export const headingTimeout = 5000;

/**
 * Focuses the heading of the screen as soon as it exists, and again if another heading replaces it. Returns a function
 * that stops this.
 */
function focusHeading(): () => void {
  let heading: HTMLElement | null = null;
  const atStart = { focused: document.activeElement, gestures: countGestures() };
  /** Layers return the focus without an action of the user. */
  const isMoved = (active: Element | null) =>
    active !== document.body && active !== atStart.focused && countGestures() !== atStart.gestures;
  /** Returns whether it can stop. */
  const attempt = () => {
    const active = document.activeElement;
    // A layer over the screen has the keyboard; the heading that is there once it closes is focused then.
    if (active?.closest(dialogs)) return false;
    // A list that was come back to has put the focus on the row that was left; a part that the address names has it as
    // well, and so has the one field that a screen is for.
    if (active?.closest('main :is([data-row], [data-named], [data-entry])')) return true;
    if (heading?.isConnected === true) return active !== heading;
    // The heading that had the focus was removed. A focus that went elsewhere stays there.
    if (heading !== null && active !== document.body) return true;
    // The screen took its time, and the reader has gone elsewhere.
    if (heading === null && isMoved(active)) return true;
    // A heading that stands in for the title of a record is replaced by it.
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

/** What a window says that nobody is looking at. */
const words = { offline: 'OFFLINE', reconnecting: 'RECONNECTING' } as const;

/**
 * Names the window after the record or the screen and, on a change of screen, moves focus to its heading, which
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
