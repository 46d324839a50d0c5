import type { Entries } from './router';

/** The browser's history of this window. */
export const browserEntries: Entries = {
  current: () => ({
    href: window.location.pathname + window.location.search + window.location.hash,
    saved: window.history.state as ReturnType<Entries['current']>['saved'],
  }),
  write: (href, saved, replace) => {
    // An address that begins with two slashes would name another host.
    const address = window.location.origin + href;
    if (replace) window.history.replaceState(saved, '', address);
    else window.history.pushState(saved, '', address);
  },
  go: (delta) => window.history.go(delta),
  onMove: (moved) => window.addEventListener('popstate', moved),
};
