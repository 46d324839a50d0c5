import { isAnyOf, isFulfilled, isRejectedWithValue } from '@reduxjs/toolkit';
import { failureWords, successWords, type Words } from '@/api/notices';
import { toastShown, type NoticeTone } from '@/state/uiSlice';
import { endedCall } from './calls';
import type { StartListening } from './start';

function toast(tone: NoticeTone, [title, description]: Words) {
  return toastShown({ tone, title, ...(description === undefined ? {} : { description }) });
}

/** Tells the operator how a change ended. Reads never speak here: their screen shows what went wrong. */
export function listenForNotices(start: StartListening): void {
  start({
    matcher: isAnyOf(isFulfilled, isRejectedWithValue),
    effect: (action, store) => {
      const call = endedCall(action);
      if (call?.type !== 'mutation') return;
      const failed = isRejectedWithValue(action);
      const words = failed
        ? failureWords(call.endpoint, call.error, call.argument)
        : successWords(call.endpoint, call.argument, call.result);
      if (words) store.dispatch(toast(failed ? 'danger' : 'ok', words));
    },
  });
}
