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

/** As much of the store as the session needs. */
export interface SessionRoot {
  readonly session: SessionState;
  readonly [api.reducerPath]: ReturnType<typeof api.reducer>;
}

type SessionThunk<Result = void> = ThunkAction<Result, SessionRoot, unknown, UnknownAction>;

/** Resolves once React has taken the held screens off the page: mounted ones would ask for everything again. */
const screensGone = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Discards every answer of the server but the state of the lock, which is the same for everybody. */
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

/** The same person, perhaps with other rights: with another level everything reads differently. */
function update(before: User | null, user: User | null): SessionThunk {
  return (dispatch) => {
    dispatch(personUpdated(user));
    if (before?.clearanceLevel !== user?.clearanceLevel || before?.isAdmin !== user?.isAdmin)
      dispatch(api.util.invalidateTags(tagsOf(topics)));
  };
}

/**
 * The person at this window is now `user`. Every way in and out goes through here: sign-in, sign-out, a session that is
 * over, and news of another window. Unless it is the same person, the screens are taken off the page, every answer of
 * the server is discarded, and only then is the next person shown. What hangs on the person (sockets, the address to
 * return to, kept text) is kept under their id and never handed to another.
 */
export function personIs(user: User | null, ending: Ending | null = null): SessionThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const { user: before, known } = getState().session;
    if (known === 'yes' && before?.id === user?.id) {
      dispatch(update(before, user));
      return;
    }
    if (before !== null) {
      dispatch(screensHeld());
      const { turn } = getState().session;
      await screensGone();
      // A later change of person is in progress and finishes this.
      if (getState().session.turn !== turn) return;
      dispatch(discardAnswers());
    }
    dispatch(personChanged({ user, ending: user === null ? ending : null }));
    rememberPerson(getState().session.lastPerson);
  };
}

/** Who asks who is signed in. A request of the user keeps the session alive, one of a timer does not. */
type Asking = 'person' | 'clock';

/**
 * Asks who is signed in, and shows that person. A 401 is an answer (nobody), not an error; `ending` says what it means
 * where somebody was. Without an answer what is known stays, unless nothing is or the screens are held.
 */
export function askWhoIsThere(by: Asking = 'clock', ending: Ending = 'ended'): SessionThunk<Promise<void>> {
  return async (dispatch, getState) => {
    if (getState().session.known === 'failed') dispatch(askingAgain());
    const { turn } = getState().session;
    const { getCurrentUser, watchCurrentUser } = api.endpoints;
    const { data, error } = await dispatch(
      by === 'person'
        ? getCurrentUser.initiate(undefined, afresh)
        : watchCurrentUser.initiate(undefined, afresh),
    );
    const { session } = getState();
    // The person changed while the question was on its way: the answer is about somebody who has left.
    if (session.turn !== turn) return;
    // First the error: with it comes the answer of before, which holds no more.
    if (isAppError(error) && error.status === 401) {
      const wasOpen = session.user !== null || error.code === 'session_ended';
      await dispatch(personIs(null, wasOpen ? ending : null));
    } else if (error === undefined && data !== undefined) await dispatch(personIs(data));
    else if (session.known === 'asking' || session.held) dispatch(askingFailed());
  };
}

/** What one window tells the others of its origin. */
export interface WindowNews {
  /** The id of the person there; `null` when nobody is signed in. */
  readonly person: string | null;
  readonly ending: Ending | null;
}

/**
 * Another window reports who is there. Somebody else than here takes this window's screens off the page at once; what
 * is shown next is what the server says. Signing out in one window is signing out in all of them.
 */
export function heardFromWindow({ person, ending }: WindowNews): SessionThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const { user, known } = getState().session;
    if (known === 'asking' || (user?.id ?? null) === person) return;
    if (user !== null) dispatch(screensHeld());
    await dispatch(askWhoIsThere('clock', ending ?? 'ended'));
  };
}
