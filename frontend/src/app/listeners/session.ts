import { isRejectedWithValue } from '@reduxjs/toolkit';
import { api } from '@/api/endpoints';
import { endedCall } from './calls';
import type { StartListening } from './start';

/** Calls for which a 401 is an answer and not the end of a session. */
const mayBeRefused: ReadonlySet<string> = new Set(['getCurrentUser', 'login', 'register', 'logout']);

/**
 * A session that has ended, or a lockdown that has begun, is noticed by whichever call meets it first. Asking the two
 * questions again is enough: the guards follow the answers.
 */
export function listenForSession(start: StartListening): void {
  start({
    matcher: isRejectedWithValue,
    effect: (action, { dispatch }) => {
      const call = endedCall(action);
      if (!call?.error) return;
      if (call.error.status === 401 && !mayBeRefused.has(call.endpoint)) {
        void dispatch(
          api.endpoints.getCurrentUser.initiate(undefined, { forceRefetch: true, subscribe: false }),
        );
      }
      if (call.error.code === 'lockdown') {
        void dispatch(
          api.endpoints.getSiteLockStatus.initiate(undefined, { forceRefetch: true, subscribe: false }),
        );
      }
    },
  });
}
