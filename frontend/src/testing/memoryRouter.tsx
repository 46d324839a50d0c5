import { useState, type ReactNode } from 'react';
import { createPath, type Path, type To } from 'react-router-dom';
import { makeScreenRouter } from '@/app/router';
import { makeRouter, type Entries, type NavigateOptions, type Router } from '@/router/router';
import { RouterProvider } from '@/router/RouterProvider';

/** An address, or a history entry with its state. */
export type InitialEntry = string | (Partial<Path> & { readonly state?: unknown; readonly key?: string });

/** A history in memory, at the last of its entries. */
function memoryEntries(entries: readonly InitialEntry[]): Entries {
  const all = entries.map((entry, idx) => {
    const { state = null, key = 'default', ...path } = typeof entry === 'string' ? {} : entry;
    return { href: typeof entry === 'string' ? entry : createPath(path), saved: { usr: state, key, idx } };
  });
  let at = all.length - 1;
  let tell: () => void;
  const shown = () => all[at] ?? { href: '/', saved: null };
  return {
    current: shown,
    write: (href, saved, replace) => {
      if (!replace) at += 1;
      all.splice(at, replace ? 1 : all.length, { href, saved });
    },
    go: (delta) => {
      at += delta;
      tell();
    },
    onMove: (moved) => {
      tell = moved;
    },
  };
}

/** A router that can also move by a number of entries. */
export interface MemoryRouter extends Router {
  readonly navigate: (to: To | number, options?: NavigateOptions) => Promise<void>;
}

function withMoves(router: Router): MemoryRouter {
  return {
    ...router,
    get state() {
      return router.state;
    },
    navigate: (to, options) => {
      if (typeof to !== 'number') return router.navigate(to, options);
      router.navigator.go(to);
      return Promise.resolve();
    },
  };
}

/** A router with the screens of the terminal. */
export function makeMemoryRouter(at: InitialEntry): MemoryRouter {
  return withMoves(makeScreenRouter(memoryEntries([at])));
}

/** A router without screens: the children of its provider are shown at every address. */
export function makeBareRouter(...at: readonly InitialEntry[]): MemoryRouter {
  return withMoves(makeRouter(memoryEntries(at), () => null));
}

/** Renders a part of a screen within a router, so that links work. */
export function InRouter({ children }: { readonly children: ReactNode }) {
  const [router] = useState(() => makeBareRouter('/'));
  return <RouterProvider router={router}>{children}</RouterProvider>;
}
