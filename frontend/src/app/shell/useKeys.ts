import { useEffect, useLayoutEffect, useRef } from 'react';
import { availableCommands, commands, type Command, type CommandContext } from '@/commands/registry';
import { verbs } from '@/commands/verbs';
import { isDialogOpen, isKeyTaken, isScreenKeyTaken, markSecondKey } from '@/lib/keyEvents';
import { holdForLayer, isLayerWanted, isScreenComing } from '@/lib/keyHold';
import { followSequences } from '@/lib/keySequence';
import { resetTypedAhead, typeAhead } from '@/lib/typedAhead';
import { useAppDispatch, useAppSelector, useAppStore } from '@/state/hooks';
import { layerOpened } from '@/state/uiSlice';

const sequences = commands.flatMap(({ keys }) => (keys?.includes(' ') === true ? [keys] : []));

function focusFilter(): boolean {
  const filter = document.querySelector<HTMLElement>('[data-filter]');
  filter?.focus();
  return filter !== null;
}

/** Whether the modifier of shortcuts is the command key here, and not Ctrl. */
const usesCommandKey = /mac|iphone|ipad/i.test(navigator.platform);

/** Ctrl K, or Command K. It works in fields too. */
function isPaletteKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  const [modifier, other] = usesCommandKey ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  return key.toLowerCase() === 'k' && modifier && !other && !altKey && !shiftKey;
}

function stop(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/**
 * The command of a sequence. There is none on the main terminal if a verb of its line begins with the same letters: there,
 * `g` and `o` begin `goto`.
 */
function commandOf(sequence: string | null, { user }: CommandContext): Command | null {
  const command = availableCommands(user).find(({ keys }) => keys !== undefined && keys === sequence);
  if (command === undefined || sequence === null) return null;
  const isWord = verbs.some((verb) => verb.startsWith(sequence.replace(' ', '')));
  return isWord && document.querySelector('[data-command-line]') !== null ? null : command;
}

/** Whether a key press has no modifier and types a character or presses what has the focus. */
function isPlain({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && (Array.from(key).length === 1 || key === 'Enter');
}

/**
 * Keeps keys from the page while the layer or screen that they are meant for is loading. Until it has loaded, single keys,
 * Enter and Space do nothing. Text typed for the palette is kept for it.
 */
function useHeldKeys(): void {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const layer = useAppSelector((state) => state.ui.layer);

  useLayoutEffect(() => {
    const wanted = () => store.getState().ui.layer;
    const release = holdForLayer(() => wanted() !== null);
    const onKey = (event: KeyboardEvent) => {
      if (isDialogOpen()) return;
      if (!isLayerWanted()) {
        // A screen that is left takes no decision. Keys of the shell still work: they may ask for another screen.
        if (isScreenComing() && (event.key === 'Enter' || event.key === ' ')) stop(event);
        return;
      }
      if (event.key === 'Escape' && wanted() !== null) {
        dispatch(layerOpened(null));
        resetTypedAhead();
        stop(event);
      } else if ((wanted() === 'palette' && typeAhead(event)) || isPlain(event)) stop(event);
    };
    window.addEventListener('keydown', onKey, true);
    return () => {
      release();
      window.removeEventListener('keydown', onKey, true);
    };
  }, [dispatch, store]);

  // The palette has taken the text when it closes. If it never came, the text is not for the next one.
  useEffect(() => (layer === 'palette' ? resetTypedAhead : undefined), [layer]);
}

/**
 * The shortcuts that work on every screen. None of them opens a layer over an open dialog. Subscribes once: a sequence is
 * not lost if the address, the user or the news change between its keys.
 */
export function useKeys(context: CommandContext): void {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const latest = useRef(context);
  useLayoutEffect(() => {
    latest.current = context;
  }, [context]);
  useHeldKeys();

  useLayoutEffect(() => {
    const isOn = () => store.getState().ui.hotkeys;
    const follower = followSequences(sequences);
    let completed: Command | null = null;
    // Before all others hear it: the second key of a sequence is no shortcut of the screen.
    const follow = (event: KeyboardEvent) => {
      completed = null;
      if (event.repeat || event.key === 'Shift') return;
      if (!isOn() || isKeyTaken(event) || event.key.length !== 1) {
        follower.reset();
        return;
      }
      completed = commandOf(follower.take(event.key, event.timeStamp), latest.current);
      if (completed !== null) markSecondKey(event);
    };
    // By character and not by key: layouts have these on different keys.
    const onKey = (event: KeyboardEvent) => {
      if (isPaletteKey(event)) {
        // The browser's own Ctrl K would leave the page.
        event.preventDefault();
        if (!isDialogOpen()) dispatch(layerOpened('palette'));
        return;
      }
      if (!isOn() || isKeyTaken(event)) return;
      if (completed !== null) completed.run(latest.current);
      else if (event.key === ':') dispatch(layerOpened('palette'));
      else if (event.key === '?') dispatch(layerOpened('keys'));
      else if (event.key !== '/' || isScreenKeyTaken(event) || !focusFilter()) return;
      event.preventDefault();
    };
    window.addEventListener('keydown', follow, true);
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', follow, true);
      window.removeEventListener('keydown', onKey);
    };
  }, [dispatch, store]);
}
