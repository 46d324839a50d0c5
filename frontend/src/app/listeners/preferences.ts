import { writeStored } from '@/lib/storage';
import { hotkeysSet, themeApplied } from '@/state/uiSlice';
import type { StartListening } from './start';

/** Stores preferences in the browser, and applies those that the server has saved. */
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
