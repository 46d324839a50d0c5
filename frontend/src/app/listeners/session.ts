import { isRejectedWithValue } from '@reduxjs/toolkit';
import { afresh } from '@/api/baseApi';
import { api } from '@/api/endpoints';
import { askWhoIsThere, setCurrentUser } from '@/api/session';
import type { User } from '@/api/types';
import type { AppDispatch } from '@/state/hooks';
import { endedCall } from './calls';
import type { StartListening } from './start';

/** Endpoints for which a 401 is an answer and not the end of a session. */
const mayBeRefused: ReadonlySet<string> = new Set([
  'getCurrentUser',
  'watchCurrentUser',
  'login',
  'register',
  'resetPassword',
  'verifyTotp',
  'verifyTwoFactor',
  'openEmergencyAccess',
  'emergencySyncCodes',
  'logout',
]);

/** Whether sign-in returned an account rather than a request for a second factor. */
function isUser(answer: object): answer is User {
  return 'id' in answer;
}

interface Updated {
  readonly payload: User;
}

/** The response is the changed account. */
async function accountUpdated({ payload }: Updated, { dispatch }: { readonly dispatch: AppDispatch }) {
  await dispatch(setCurrentUser(payload));
}

/**
 * Determines the user of this window from every relevant response. The end of a session or the start of a lockdown may
 * be noticed by any request; the current user is then requested again, and the guards follow the result.
 */
export function listenForSession(start: StartListening): void {
  start({
    matcher: api.endpoints.login.matchFulfilled,
    effect: async (action, { dispatch }) => {
      if (isUser(action.payload)) await dispatch(setCurrentUser(action.payload));
    },
  });
  start({
    matcher: api.endpoints.logout.matchFulfilled,
    effect: async (_action, { dispatch }) => {
      await dispatch(setCurrentUser(null, 'signed-out'));
    },
  });
  // The saved preference updates the account; a response for another account means another user.
  const { updateSettings, completeTwoFactor, disableTwoFactor } = api.endpoints;
  start({ matcher: updateSettings.matchFulfilled, effect: accountUpdated });
  start({ matcher: completeTwoFactor.matchFulfilled, effect: accountUpdated });
  start({ matcher: disableTwoFactor.matchFulfilled, effect: accountUpdated });
  start({
    matcher: isRejectedWithValue,
    effect: async (action, { dispatch }) => {
      const call = endedCall(action);
      if (!call?.error) return;
      if (call.error.status === 401 && !mayBeRefused.has(call.endpoint)) await dispatch(askWhoIsThere());
      if (call.error.code === 'lockdown') {
        await dispatch(api.endpoints.getSiteLockStatus.initiate(undefined, afresh));
      }
    },
  });
}
