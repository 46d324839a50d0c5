import { useSyncExternalStore } from 'react';

function subscribe(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}

const isVisible = () => document.visibilityState === 'visible';

export function useVisible(): boolean {
  return useSyncExternalStore(subscribe, isVisible);
}

/** Polling options for lists that others change are asked for, in milliseconds. */
export const adminPolling = 60_000;

/** How often a query: `interval` in milliseconds, and no polling while the window is hidden. */
export function usePolling(interval: number): { readonly pollingInterval: number } {
  return { pollingInterval: useVisible() ? interval : 0 };
}
