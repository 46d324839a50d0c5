import {
  NavigationType,
  createPath,
  parsePath,
  resolvePath,
  type Location,
  type Navigator,
  type To,
} from 'react-router-dom';
import { paths } from '@/lib/paths';
import { register } from '@/lib/register';
import { scrolled } from './scrolled';

/** What is kept with an entry of the history. */
interface Saved {
  readonly usr: unknown;
  readonly key: string;
  readonly idx: number;
}

/** The entries of a window's history: those of the browser, or a list of them in tests. */
export interface Entries {
  /** The entry that is shown; `saved` is `null` where the browser made it. */
  readonly current: () => { readonly href: string; readonly saved: Saved | null };
  readonly write: (href: string, saved: Saved, replace: boolean) => void;
  readonly go: (delta: number) => void;
  /** Reports each move from one entry to another. */
  readonly onMove: (moved: () => void) => void;
}

export interface NavigateOptions {
  /** Takes the place of the entry that is shown. */
  readonly replace?: boolean | undefined;
  /** What the entry is about, besides its address. */
  readonly state?: unknown;
  /** The page stays where it is scrolled to. */
  readonly preventScrollReset?: boolean | undefined;
}

/** What keeps the reader on a screen, while it is `true`. */
interface Hold {
  readonly current: boolean;
}

/** A way that leads away from a screen that keeps the reader. */
interface Held {
  readonly by: Hold;
  readonly proceed: () => void;
}

interface RouterState {
  readonly location: Location<unknown>;
  readonly historyAction: NavigationType;
  readonly preventScrollReset: boolean;
  /** Where the window goes as soon as the code of that screen is there; until then it shows the screen before. */
  readonly pending: Location<unknown> | null;
  /** `false` until the first screen has its code. */
  readonly isReady: boolean;
  readonly held: Held | null;
}

export interface Router {
  readonly state: RouterState;
  readonly subscribe: (tell: () => void) => () => void;
  /** Resolves once the window is there, or goes elsewhere. */
  readonly navigate: (to: To, options?: NavigateOptions) => Promise<void>;
  readonly hold: (hold: Hold) => () => void;
  readonly stay: () => void;
  readonly navigator: Navigator;
}

const nowhere = { pathname: '/', search: '', hash: '' };

/**
 * Leads the window from screen to screen. The library matches no routes and loads no data here, which three quarters of
 * it are for. `load` fetches the code of an address; `null` if it is there.
 */
export function makeRouter(entries: Entries, load: (pathname: string) => Promise<void> | null): Router {
  const listeners = new Set<() => void>();
  const holds = new Set<Hold>();
  let latest = 0;
  let index = 0;
  /** What the next move does instead of leading anywhere. */
  let instead: (() => void) | null = null;

  const read = (): Location<unknown> => {
    const { href, saved } = entries.current();
    return { ...nowhere, ...parsePath(href), state: saved?.usr ?? null, key: saved?.key ?? 'default' };
  };
  let state: RouterState = {
    location: read(),
    historyAction: NavigationType.Pop,
    preventScrollReset: false,
    pending: null,
    isReady: false,
    held: null,
  };
  const change = (changes: Partial<RouterState>) => {
    state = { ...state, ...changes };
    for (const tell of listeners) tell();
  };

  const go = async (
    location: Location<unknown>,
    historyAction: NavigationType,
    preventScrollReset = false,
  ) => {
    latest += 1;
    const own = latest;
    if (state.isReady) scrolled[state.location.key] = window.scrollY;
    const loading = load(location.pathname);
    if (loading !== null) {
      change({ pending: location });
      await loading;
      if (own !== latest) return;
    }
    if (historyAction !== NavigationType.Pop) {
      const replace = historyAction === NavigationType.Replace;
      if (!replace) index += 1;
      entries.write(createPath(location), { usr: location.state, key: location.key, idx: index }, replace);
    }
    change({ location, historyAction, preventScrollReset, pending: null, isReady: true, held: null });
  };

  /** Whether a screen keeps the reader from going there. The end of a session is not delayed. */
  const keeps = ({ pathname }: Location, proceed: () => void): boolean => {
    if (pathname === state.location.pathname || pathname === paths.auth) return false;
    const by = [...holds].find((hold) => hold.current);
    if (by !== undefined) change({ held: { by, proceed } });
    return by !== undefined;
  };

  const navigate = async (
    to: To,
    { replace = false, state: about = null, ...rest }: NavigateOptions = {},
  ) => {
    const path = createPath(resolvePath(to, state.location.pathname));
    // As the browser will write it.
    const { pathname, search, hash } = new URL(path, window.location.origin);
    const key = Math.random().toString(36).slice(2, 10);
    const location = { pathname, search, hash, state: about, key };
    const action = replace ? NavigationType.Replace : NavigationType.Push;
    const proceed = () => go(location, action, rest.preventScrollReset);
    if (!keeps(location, () => void proceed())) await proceed();
  };

  entries.onMove(() => {
    if (instead !== null) {
      instead();
      return;
    }
    const to = entries.current().saved?.idx ?? index;
    const delta = to - index;
    const lead = () => {
      instead = null;
      index = to;
      void go(read(), NavigationType.Pop);
    };
    let isBack = Promise.resolve();
    const proceed = async () => {
      await isBack;
      instead = lead;
      entries.go(delta);
    };
    if (delta === 0 || !keeps(read(), () => void proceed())) {
      lead();
      return;
    }
    // The window is there already: it goes back to the screen that keeps the reader.
    isBack = new Promise((resolve) => {
      instead = () => {
        instead = null;
        resolve();
      };
    });
    entries.go(-delta);
  });

  const { href, saved } = entries.current();
  if (saved === null) entries.write(href, { usr: null, key: 'default', idx: 0 }, true);
  else index = saved.idx;
  void go(state.location, NavigationType.Pop);

  return {
    get state() {
      return state;
    },
    subscribe: (tell) => register(listeners, tell),
    navigate,
    hold: (hold) => register(holds, hold),
    stay: () => change({ held: null }),
    navigator: {
      createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
      go: entries.go,
      push: (to, about: unknown) => void navigate(to, { state: about }),
      replace: (to, about: unknown) => void navigate(to, { state: about, replace: true }),
    },
  };
}
