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
import { scrollPositions } from './scrollPositions';

/** Data stored with a history entry. */
interface Saved {
  readonly usr: unknown;
  readonly key: string;
  readonly idx: number;
}

/** A window's history entries: those of the browser, or a list in tests. */
export interface Entries {
  /** The current entry; `saved` is `null` if the browser created it. */
  readonly current: () => { readonly href: string; readonly saved: Saved | null };
  readonly write: (href: string, saved: Saved, replace: boolean) => void;
  readonly go: (delta: number) => void;
  /** Registers a callback for moves between entries. */
  readonly onMove: (moved: () => void) => void;
}

export interface NavigateOptions {
  readonly replace?: boolean | undefined;
  /** State of the entry besides its address. */
  readonly state?: unknown;
  readonly preventScrollReset?: boolean | undefined;
}

/** Prevents leaving the screen while it is `true`. */
interface Blocker {
  readonly current: boolean;
}

/** A navigation that is being prevented. */
interface BlockedNavigation {
  readonly by: Blocker;
  readonly proceed: () => void;
}

interface RouterState {
  readonly location: Location<unknown>;
  readonly historyAction: NavigationType;
  readonly preventScrollReset: boolean;
  /** The target whose code is still loading; until then the window shows the previous screen. */
  readonly pending: Location<unknown> | null;
  /** `false` until the code of the first screen is loaded. */
  readonly isReady: boolean;
  readonly held: BlockedNavigation | null;
}

export interface Router {
  readonly state: RouterState;
  readonly subscribe: (tell: () => void) => () => void;
  /** Resolves once the window has arrived, or navigates elsewhere. */
  readonly navigate: (to: To, options?: NavigateOptions) => Promise<void>;
  readonly hold: (hold: Blocker) => () => void;
  readonly stay: () => void;
  readonly navigator: Navigator;
}

const nowhere = { pathname: '/', search: '', hash: '' };

/**
 * The router of the client. The library's route matching and data loading, three quarters of its code, are not used.
 * `load` loads the code for an address; it returns `null` if that is loaded.
 */
export function makeRouter(entries: Entries, load: (pathname: string) => Promise<void> | null): Router {
  const listeners = new Set<() => void>();
  const holds = new Set<Blocker>();
  let latest = 0;
  let index = 0;
  /** Called at the next move in place of navigating. */
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
    if (state.isReady) scrollPositions[state.location.key] = window.scrollY;
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

  /** Whether a screen prevents navigating there. The end of a session is not delayed. */
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
    // Normalized as the browser will write it.
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
    // The window has moved already: it goes back to the screen that prevents leaving.
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
