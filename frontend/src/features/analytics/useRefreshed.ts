import { useEffect } from 'react';
import { usePolling, useVisible } from '@/state/usePolling';
import { analyticsPolling } from './analytics';

export const useAnalyticsPolling = () => usePolling(analyticsPolling);

interface Dated {
  readonly fulfilledTimeStamp?: number | undefined;
  readonly refetch: () => unknown;
}

/** Repeats a query at once when the window becomes visible and its data is older than the polling interval. */
export function useCatchUp({ fulfilledTimeStamp, refetch }: Dated): void {
  const visible = useVisible();
  useEffect(() => {
    if (visible && fulfilledTimeStamp !== undefined && Date.now() - fulfilledTimeStamp > analyticsPolling)
      void refetch();
    // Only becoming visible matters: a new response is never that old.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [visible]);
}
