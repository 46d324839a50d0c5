import { useEffect, useSyncExternalStore } from 'react';
import { analyticsPolling } from './analytics';

function subscribe(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => {
    document.removeEventListener('visibilitychange', changed);
  };
}

const isVisible = () => document.visibilityState === 'visible';

/** Whether somebody can see this window. */
function useVisible(): boolean {
  return useSyncExternalStore(subscribe, isVisible);
}

/** How often a query is repeated: not while nobody can see its numbers. */
export function usePolling(): { readonly pollingInterval: number } {
  return { pollingInterval: useVisible() ? analyticsPolling : 0 };
}

interface Dated {
  readonly fulfilledTimeStamp?: number | undefined;
  readonly refetch: () => unknown;
}

/** Repeats a query at once when the window is visible again and its numbers are older than the polls would leave them. */
export function useCatchUp({ fulfilledTimeStamp, refetch }: Dated): void {
  const visible = useVisible();
  useEffect(() => {
    if (visible && fulfilledTimeStamp !== undefined && Date.now() - fulfilledTimeStamp > analyticsPolling)
      void refetch();
    // Only becoming visible matters: a new answer is never that old.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [visible]);
}
