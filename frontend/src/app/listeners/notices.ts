import { isAnyOf, isFulfilled, isRejectedWithValue } from '@reduxjs/toolkit';
import type { Words } from '@/api/notices';
import { toastShown, type NoticeTone } from '@/state/uiSlice';
import { endedCall, type EndedCall } from './calls';
import type { StartListening } from './start';

function toast(tone: NoticeTone, [title, description]: Words) {
  return toastShown({ tone, title, ...(description === undefined ? {} : { description }) });
}

/**
 * What to say of a change that has ended. The words come with the code that shows them, in a quiet moment: no screen
 * needs them at first. A failure is told even if they cannot be had.
 */
async function wordsOf(
  { endpoint, error, argument, result }: EndedCall,
  failed: boolean,
): Promise<Words | null> {
  try {
    const { failureWords, successWords } = await import(/* webpackChunkName: "layers" */ '@/api/notices');
    return failed ? failureWords(endpoint, error, argument) : successWords(endpoint, argument, result);
  } catch {
    return failed ? [error?.message ?? 'Failed'] : null;
  }
}

/** Tells the operator how a change ended. Reads never speak here: their screen shows what went wrong. */
export function listenForNotices(start: StartListening): void {
  start({
    matcher: isAnyOf(isFulfilled, isRejectedWithValue),
    effect: async (action, store) => {
      const call = endedCall(action);
      if (call?.type !== 'mutation') return;
      const failed = isRejectedWithValue(action);
      const { turn } = store.getState().session;
      const words = await wordsOf(call, failed);
      // What one person did is not told to the next.
      if (words && store.getState().session.turn === turn)
        store.dispatch(toast(failed ? 'danger' : 'ok', words));
    },
  });
}
