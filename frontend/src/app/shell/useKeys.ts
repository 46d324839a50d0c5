import { useLayoutEffect, useRef } from 'react';
import type { CommandContext } from '@/commands/table';
import { controlOf } from '@/keyboard/controls';
import { registerLayer, isDialogOpen, setShell } from '@/keyboard/keyboard';
import { shellKeys } from '@/keyboard/keys';
import { useScope } from '@/keyboard/useScope';
import { isPressed } from '@/lib/commandKey';
import { destinations } from '@/lib/destinations';
import { useAppDispatch, useAppStore } from '@/state/hooks';
import { layerOpened, toastShown, type Layer } from '@/state/uiSlice';

const firsts = new Set(destinations.flatMap(({ keys }) => keys?.charAt(0) ?? []));

/** It also works in fields, except in texts, where it is a key of the text. */
const paletteShortcut = 'Ctrl K';

/** The command of a sequence: it navigates to the screen of its keys. */
function sequence(keys: string, { user, navigate }: CommandContext): (() => void) | null {
  const destination = destinations.find((known) => known.keys === keys && known.isFor(user));
  return destination === undefined ? null : () => navigate(destination.path);
}

/**
 * The layers that a character opens. By character instead of key code, because layouts have these on different keys.
 */
const opened: Readonly<Record<string, Layer>> = {
  [shellKeys.palette]: 'palette',
  [shellKeys.keys]: 'keys',
};

/** The notification after buffered keys were dropped. */
const dropped = {
  title: 'Keys ignored',
  description: 'The screen was not ready in time, so the keys that you pressed did nothing.',
};

/**
 * The shortcuts that work on every screen. None opens a layer over an open dialog. While a requested layer is loading,
 * Escape cancels it.
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
    return registerLayer({
      isWanted: () => store.getState().ui.layer !== null,
      cancel: () => {
        dispatch(layerOpened(null));
      },
    });
  }, [dispatch, store]);

  const open = (next: Layer) => () => {
    if (!isDialogOpen()) dispatch(layerOpened(next));
  };
  // The browser's Ctrl K would leave the page, even if a dialog is open.
  useScope('layer', (press) => (isPressed(press, paletteShortcut) ? open('palette') : null));
  useScope('shell', ({ key }) => (Object.hasOwn(opened, key) ? open(opened[key] ?? null) : null));
  useScope('screen', ({ key }) => {
    const filter = key === shellKeys.filter ? controlOf(key) : null;
    return filter && (() => filter.focus());
  });
}
