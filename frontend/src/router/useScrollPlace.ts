import { useEffect, useLayoutEffect } from 'react';
import { fragmentOf } from '@/lib/anchors';
import type { Router } from './router';
import { keepScrolled, scrolled } from './scrolled';

/** Puts the page where its entry of the history was left, else at the part that the address names, else at its top. */
export function useScrollPlace(router: Router, { location, preventScrollReset }: Router['state']): void {
  useEffect(() => {
    window.history.scrollRestoration = 'manual';
    const leave = () => {
      if (router.state.pending === null) scrolled[router.state.location.key] = window.scrollY;
      keepScrolled();
      window.history.scrollRestoration = 'auto';
    };
    window.addEventListener('pagehide', leave);
    return () => window.removeEventListener('pagehide', leave);
  }, [router]);

  useLayoutEffect(() => {
    const left = scrolled[location.key];
    const named = location.hash === '' ? null : document.getElementById(fragmentOf(location.hash));
    if (left !== undefined) window.scrollTo(0, left);
    else if (named !== null) named.scrollIntoView();
    else if (!preventScrollReset) window.scrollTo(0, 0);
  }, [location, preventScrollReset]);
}
