import { useSyncExternalStore } from 'react';

function subscribe(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}

const isVisible = () => document.visibilityState === 'visible';

export function useVisible(): boolean {
  return useSyncExternalStore(subscribe, isVisible);
}

/** How often a query is repeated, in milliseconds: not while nobody can see its answer. */
export function usePolling(interval: number): { readonly pollingInterval: number } {
  return { pollingInterval: useVisible() ? interval : 0 };
}
