import { useCallback, useSyncExternalStore } from 'react';
import { breakpoints } from '@/theme/tokens';

function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

/** Whether the window has the width of a phone: under 600 pixels. */
export function useIsPhone(): boolean {
  return useMedia(`(max-width: ${breakpoints.phone - 1}px)`);
}

/** Whether the window has room for two texts side by side: 1100 pixels and more. */
export function useIsWide(): boolean {
  return !useMedia(`(max-width: ${breakpoints.wide - 1}px)`);
}

/** Whether a split view has room for only one of its panes: under 900 pixels. */
export function useOnePane(): boolean {
  return useMedia(`(max-width: ${breakpoints.tablet - 1}px)`);
}

/** Whether there is no room for a third column: under 1100 pixels. */
export function useIsBelowWide(): boolean {
  return useMedia(`(max-width: ${breakpoints.wide - 1}px)`);
}
