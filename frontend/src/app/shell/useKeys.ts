import { useLayoutEffect, useRef } from 'react';
import { availableCommands, commands, type CommandContext } from '@/commands/registry';
import { verbs } from '@/commands/verbs';
import type { Press } from '@/keyboard/hear';
import { holdForLayer, isDialogOpen, setShell } from '@/keyboard/keyboard';
import { shellKeys } from '@/keyboard/keys';
import { useScope } from '@/keyboard/useScope';
import { useAppDispatch, useAppStore } from '@/state/hooks';
import { layerOpened, toastShown, type Layer } from '@/state/uiSlice';

const firsts = new Set(commands.flatMap(({ keys }) => keys?.match(/^(.) /)?.[1] ?? []));

/** Whether the modifier of shortcuts is the command key here, and not Ctrl. */
const usesCommandKey = /mac|iphone|ipad/i.test(navigator.platform);

/** Ctrl K, or Command K. It works in fields too. */
function isPaletteKey({ key, modifiers }: Press): boolean {
  return key.toLowerCase() === 'k' && modifiers === (usesCommandKey ? 'meta' : 'ctrl');
}

/**
 * What a sequence does. Nothing on the main terminal if a verb of its line begins with the same letters: there, `g` and `o`
 * begin `goto`.
 */
function sequence(keys: string, context: CommandContext): (() => void) | null {
  const command = availableCommands(context.user).find((known) => known.keys === keys);
  const isWord = verbs.some((verb) => verb.startsWith(keys.replace(' ', '')));
  if (command === undefined || (isWord && document.querySelector('[data-command-line]') !== null))
    return null;
  return () => command.run(context);
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
 * The shortcuts that work on every screen. None of them opens a layer over an open dialog. Until a layer that was asked for
 * is there, Escape takes that back.
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
    const filter = key === shellKeys.filter ? document.querySelector<HTMLElement>('[data-filter]') : null;
    return filter && (() => filter.focus());
  });
}
