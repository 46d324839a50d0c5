import { writeStored } from '@/lib/storage';
import { hotkeysSet, themeApplied } from '@/state/uiSlice';
import type { StartListening } from './start';

/** Keeps what the browser should remember, and what the server has saved. */
export function listenForPreferences(start: StartListening): void {
  start({
    actionCreator: themeApplied,
    effect: (action) => writeStored('theme', action.payload),
  });
  start({
    actionCreator: hotkeysSet,
    effect: (action) => writeStored('hotkeys', action.payload),
  });
}
