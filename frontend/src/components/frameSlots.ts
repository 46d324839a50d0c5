import { register } from '@/lib/register';
import { useSyncExternalStore } from 'react';

/**
 * A slot in the frame of the page that other components render into: its `ref`, and a hook that returns the element, or
 * `null` until it is mounted.
 */
function makeSlot() {
  let slot: HTMLElement | null = null;
  const listeners = new Set<() => void>();
  const subscribe = (tell: () => void) => register(listeners, tell);
  const ref = (element: HTMLElement | null) => {
    slot = element;
    for (const tell of listeners) tell();
  };
  return [ref, () => useSyncExternalStore(subscribe, () => slot)] as const;
}

/** The bar at the bottom of the window; content of the slot comes last. */
export const [statusBarRef, useStatusBar] = makeSlot();

/** The slot in the masthead for the alerts on a phone. */
export const [mastheadRef, useMasthead] = makeSlot();
