import { register } from '@/lib/register';
import { useSyncExternalStore } from 'react';

/** A part of the frame that others put something into: its `ref`, and a hook that is `null` until it is on the page. */
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

/** The bar at the foot of the window; what is put into it comes last. */
export const [statusBarRef, useStatusBar] = makeSlot();

/** The place in the masthead for the alerts on a phone. */
export const [mastheadRef, useMasthead] = makeSlot();
