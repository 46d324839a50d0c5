import { useSyncExternalStore } from 'react';

let bar: HTMLElement | null = null;
const listeners = new Set<() => void>();

/** The `ref` of the bar at the foot of the window. */
export function statusBarRef(element: HTMLElement | null): void {
  bar = element;
  for (const tell of listeners) tell();
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => {
    listeners.delete(tell);
  };
}

/** The bar at the foot of the window, for a screen that puts something at its end; `null` until it is on the page. */
export function useStatusBar(): HTMLElement | null {
  return useSyncExternalStore(subscribe, () => bar);
}
