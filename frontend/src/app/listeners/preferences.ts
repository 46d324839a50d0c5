import { api } from '@/api/endpoints';
import { currentUserIs } from '@/api/session';
import { writeStored } from '@/lib/storage';
import { hotkeysSet, themeWorn } from '@/state/uiSlice';
import type { StartListening } from './start';

/** Keeps what the browser should remember, and what the server has saved. */
export function listenForPreferences(start: StartListening): void {
  start({
    actionCreator: themeWorn,
    effect: (action) => {
      writeStored('theme', action.payload);
    },
  });
  start({
    actionCreator: hotkeysSet,
    effect: (action) => {
      writeStored('hotkeys', action.payload);
    },
  });
  // The saved preference becomes the account's, and the account decides what is worn.
  start({
    matcher: api.endpoints.updateSettings.matchFulfilled,
    effect: (action, { dispatch }) => {
      dispatch(currentUserIs(action.payload));
    },
  });
}
