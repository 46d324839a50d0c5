import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { isAppError } from '@/lib/errors';
import { afresh } from './baseApi';
import { api } from './endpoints';
import { tagsOf, topics } from './live';
import {
  askingAgain,
  askingFailed,
  personChanged,
  personUpdated,
  rememberPerson,
  screensHeld,
  type Ending,
  type SessionState,
} from './sessionSlice';
import type { User } from './types';

/** The parts of the store that the session needs. */
export interface SessionRoot {
  readonly session: SessionState;
  readonly [api.reducerPath]: ReturnType<typeof api.reducer>;
}

type SessionThunk<Result = void> = ThunkAction<Result, SessionRoot, unknown, UnknownAction>;

/** Resolves once React has unmounted the held screens, which would otherwise request everything again. */
const screensUnmounted = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Discards all cached data except the state of the lock, which is the same for everyone. */
function discardAnswers(): SessionThunk {
  return (dispatch, getState) => {
    const lock = api.endpoints.getSiteLockStatus.select()(getState()).data;
    dispatch(api.util.resetApiState());
    if (lock !== undefined)
      dispatch(
        api.util.upsertQueryEntries([{ endpointName: 'getSiteLockStatus', arg: undefined, value: lock }]),
      );
  };
}

/** Updates the same user, whose rights may have changed: with another level, all data may differ. */
function update(before: User | null, user: User | null): SessionThunk {
  return (dispatch) => {
    dispatch(personUpdated(user));
    if (before?.clearanceLevel !== user?.clearanceLevel || before?.isAdmin !== user?.isAdmin)
      dispatch(api.util.invalidateTags(tagsOf(topics)));
  };
}

/**
 * Sets the user of this window. Every change goes through here: sign-in, sign-out, the end of a session, and messages
 * from other windows. If it is another user, the screens are unmounted and all cached data is discarded before the next
 * user is shown. Data that belongs to a user (sockets, the address to return to, stored text) is kept under their id
 * and never passed to another.
 */
export function setCurrentUser(user: User | null, ending: Ending | null = null): SessionThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const { user: before, known } = getState().session;
    if (known === 'yes' && before?.id === user?.id) {
      dispatch(update(before, user));
      return;
    }
    if (before !== null) {
      dispatch(screensHeld());
      const { userChanges } = getState().session;
      await screensUnmounted();
      // A later change of user is in progress and completes this.
      if (getState().session.userChanges !== userChanges) return;
      dispatch(discardAnswers());
    }
    dispatch(personChanged({ user, ending: user === null ? ending : null }));
    rememberPerson(getState().session.lastPerson);
  };
}

/** Who causes the request for the current user. A user's request keeps the session alive; a timer's does not. */
type RequestCause = 'person' | 'clock';

/**
 * Requests the current user and shows that user. A 401 is an answer (nobody), not an error; `ending` says why the
 * session ended. Without a response the known state stays, unless there is none or the screens are held.
 */
export function askWhoIsThere(
  by: RequestCause = 'clock',
  ending: Ending = 'ended',
): SessionThunk<Promise<void>> {
  return async (dispatch, getState) => {
    if (getState().session.known === 'failed') dispatch(askingAgain());
    const { userChanges } = getState().session;
    const { getCurrentUser, watchCurrentUser } = api.endpoints;
    const { data, error } = await dispatch(
      by === 'person'
        ? getCurrentUser.initiate(undefined, afresh)
        : watchCurrentUser.initiate(undefined, afresh),
    );
    const { session } = getState();
    // The user changed while the request was pending: the response is about the previous user.
    if (session.userChanges !== userChanges) return;
    // The error comes first: `data` next to it is from an earlier request and no longer valid.
    if (isAppError(error) && error.status === 401) {
      const wasOpen = session.user !== null || error.code === 'session_ended';
      await dispatch(setCurrentUser(null, wasOpen ? ending : null));
    } else if (error === undefined && data !== undefined) await dispatch(setCurrentUser(data));
    else if (session.known === 'asking' || session.held) dispatch(askingFailed());
  };
}

/** A message between windows of the same origin. */
export interface WindowMessage {
  /** Id of the signed-in user; `null` if nobody is signed in. */
  readonly person: string | null;
  readonly ending: Ending | null;
}

/**
 * Handles a message from another window. If the user there differs, this window's screens are removed at once, and the
 * server decides what is shown next. Signing out in one window signs out in all of them.
 */
export function handleWindowMessage({ person, ending }: WindowMessage): SessionThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const { user, known } = getState().session;
    if (known === 'asking' || (user?.id ?? null) === person) return;
    if (user !== null) dispatch(screensHeld());
    await dispatch(askWhoIsThere('clock', ending ?? 'ended'));
  };
}
