import { useEffect, useLayoutEffect } from 'react';
import { fragmentOf } from '@/lib/anchors';
import type { Router } from './router';
import { storeScrollPositions, scrollPositions } from './scrollPositions';

/**
 * Scrolls to the position at which the history entry was left, otherwise to the element that the address names,
 * otherwise to the top.
 */
export function useScrollRestoration(
  router: Router,
  { location, preventScrollReset }: Router['state'],
): void {
  useEffect(() => {
    window.history.scrollRestoration = 'manual';
    const leave = () => {
      if (router.state.pending === null) scrollPositions[router.state.location.key] = window.scrollY;
      storeScrollPositions();
      window.history.scrollRestoration = 'auto';
    };
    window.addEventListener('pagehide', leave);
    return () => window.removeEventListener('pagehide', leave);
  }, [router]);

  useLayoutEffect(() => {
    const left = scrollPositions[location.key];
    const named = location.hash === '' ? null : document.getElementById(fragmentOf(location.hash));
    if (left !== undefined) window.scrollTo(0, left);
    else if (named !== null) named.scrollIntoView();
    else if (!preventScrollReset) window.scrollTo(0, 0);
  }, [location, preventScrollReset]);
}
