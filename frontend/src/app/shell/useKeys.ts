import { useEffect } from 'react';
import { tinykeys } from 'tinykeys';
import { availableCommands, type CommandContext } from '@/commands/registry';
import { isDialogOpen, isKeyTaken } from '@/lib/keyEvents';
import { useAppDispatch, useAppSelector } from '@/state/hooks';
import { layerOpened } from '@/state/uiSlice';

function focusFilter(): boolean {
  const filter = document.querySelector<HTMLElement>('[data-filter]');
  filter?.focus();
  return filter !== null;
}

/** The shortcuts that work on every screen. None of them opens a layer over an open dialog. */
export function useKeys(context: CommandContext): void {
  const dispatch = useAppDispatch();
  const enabled = useAppSelector((state) => state.ui.hotkeys);

  useEffect(() => {
    const openPalette = (event: KeyboardEvent) => {
      // The browser's own Ctrl K would leave the page.
      event.preventDefault();
      if (!isDialogOpen()) dispatch(layerOpened('palette'));
    };
    return tinykeys(window, { '$mod+k': openPalette });
  }, [dispatch]);

  useEffect(() => {
    if (!enabled) return undefined;
    const sequences = availableCommands(context.user).filter((command) => command.keys?.includes(' '));
    const undoSequences = tinykeys(
      window,
      Object.fromEntries(
        sequences.map((command) => [
          command.keys ?? '',
          (event: KeyboardEvent) => {
            if (isKeyTaken(event)) return;
            event.preventDefault();
            command.run(context);
          },
        ]),
      ),
    );
    // By character and not by key: layouts have these on different keys.
    const onKey = (event: KeyboardEvent) => {
      if (isKeyTaken(event)) return;
      if (event.key === ':') dispatch(layerOpened('palette'));
      else if (event.key === '?') dispatch(layerOpened('keys'));
      else if (event.key !== '/' || !focusFilter()) return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => {
      undoSequences();
      window.removeEventListener('keydown', onKey);
    };
  }, [context, dispatch, enabled]);
}
