import { useLayoutEffect, useRef } from 'react';
import type { CommandContext } from '@/commands/table';
import { controlOf } from '@/keyboard/controls';
import type { Press } from '@/keyboard/hear';
import { holdForLayer, isDialogOpen, setShell } from '@/keyboard/keyboard';
import { shellKeys } from '@/keyboard/keys';
import { useScope } from '@/keyboard/useScope';
import { destinations } from '@/lib/destinations';
import { useAppDispatch, useAppStore } from '@/state/hooks';
import { layerOpened, toastShown, type Layer } from '@/state/uiSlice';

const firsts = new Set(destinations.flatMap(({ keys }) => keys?.charAt(0) ?? []));

/** Whether the modifier of shortcuts is the command key here, and not Ctrl. */
const usesCommandKey = /mac|iphone|ipad/i.test(navigator.platform);

/** Ctrl K, or Command K. It works in fields too. */
function isPaletteKey({ key, modifiers }: Press): boolean {
  return key.toLowerCase() === 'k' && modifiers === (usesCommandKey ? 'meta' : 'ctrl');
}

/** What a sequence does: it goes where its keys lead. */
function sequence(keys: string, { user, navigate }: CommandContext): (() => void) | null {
  const destination = destinations.find((known) => known.keys === keys && known.isFor(user));
  return destination === undefined ? null : () => navigate(destination.path);
}

/** The layers that a character opens. By character and not by key: layouts have these on different keys. */
const opened: Readonly<Record<string, Layer>> = {
  [shellKeys.palette]: 'palette',
  [shellKeys.keys]: 'keys',
};

/** What somebody reads whose keys waited for a screen, or for the results of a search, and were not given to it. */
const dropped = {
  title: 'Keys not used',
  description: 'What they were for was not there in time. Nothing was done with them.',
};

/**
 * The shortcuts that work on every screen. None of them opens a layer over an open dialog. Until a layer that was asked
 * for is there, Escape takes that back.
 */
export function useKeys(context: CommandContext): void {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const latest = useRef(context);
  useLayoutEffect(() => {
    latest.current = context;
  });
  useLayoutEffect(() => {
    setShell({
      firsts,
      sequence: (keys) => sequence(keys, latest.current),
      areOn: () => store.getState().ui.hotkeys,
      onDropped: () => {
        dispatch(toastShown({ tone: 'warn', ...dropped }));
      },
    });
    return holdForLayer({
      isWanted: () => store.getState().ui.layer !== null,
      cancel: () => {
        dispatch(layerOpened(null));
      },
    });
  }, [dispatch, store]);

  const open = (next: Layer) => () => {
    if (!isDialogOpen()) dispatch(layerOpened(next));
  };
  // The browser's own Ctrl K would leave the page, also while a dialog is open.
  useScope('layer', (press) => (isPaletteKey(press) ? open('palette') : null));
  useScope('shell', ({ key }) => (Object.hasOwn(opened, key) ? open(opened[key] ?? null) : null));
  useScope('screen', ({ key }) => {
    const filter = key === shellKeys.filter ? controlOf(key) : null;
    return filter && (() => filter.focus());
  });
}
