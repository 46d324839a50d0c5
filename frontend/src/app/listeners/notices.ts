import { isAnyOf, isFulfilled, isRejectedWithValue } from '@reduxjs/toolkit';
import type { NoticeText } from '@/api/notices';
import { toastShown, type NoticeTone } from '@/state/uiSlice';
import { endedCall, type EndedCall } from './calls';
import type { StartListening } from './start';

function toast(tone: NoticeTone, [title, description]: NoticeText) {
  return toastShown({ tone, title, ...(description === undefined ? {} : { description }) });
}

/**
 * The notification for a mutation that has ended. The texts are loaded with the code that shows them, because no screen
 * needs them at first. A failure is reported even if they cannot be loaded.
 */
async function wordsOf(
  { endpoint, error, argument, result }: EndedCall,
  failed: boolean,
): Promise<NoticeText | null> {
  try {
    const { failureWords, successWords } = await import(/* webpackChunkName: "layers" */ '@/api/notices');
    return failed ? failureWords(endpoint, error, argument) : successWords(endpoint, argument, result);
  } catch {
    return failed ? [error?.message ?? 'Failed'] : null;
  }
}

/** Shows a notification when a mutation ends. Queries have none: their screen shows the error. */
export function listenForNotices(start: StartListening): void {
  start({
    matcher: isAnyOf(isFulfilled, isRejectedWithValue),
    effect: async (action, store) => {
      const call = endedCall(action);
      if (call?.type !== 'mutation') return;
      const failed = isRejectedWithValue(action);
      const { userChanges } = store.getState().session;
      const words = await wordsOf(call, failed);
      // The action of one user is not reported to the next.
      if (words && store.getState().session.userChanges === userChanges)
        store.dispatch(toast(failed ? 'danger' : 'ok', words));
    },
  });
}
