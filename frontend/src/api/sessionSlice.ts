import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sessionEndNoted } from './sessionEnd';
import type { User } from './types';

/** Why nobody is signed in any more. */
export type Ending =
  /** The user signed out, here or in another window: nothing is kept for the next user. */
  | 'signed-out'
  /** The session ended: the same user returns to their screen and text. */
  | 'ended';

export interface SessionState {
  /** Whether the server has said who is signed in; `failed` if it could not be reached. */
  readonly known: 'asking' | 'failed' | 'yes';
  readonly user: User | null;
  /** Why nobody is signed in; `null` while somebody is, or if nobody was. */
  readonly ending: Ending | null;
  /** Id of the current or last user; `null` after they signed out. */
  readonly lastPerson: string | null;
  /** Nothing is shown: the data of the previous user is being discarded, or another window reports another user. */
  readonly held: boolean;
  /** The address still belongs to the previous user; screens wait until it has been left. */
  readonly mustLeaveAddress: boolean;
  /** Number of changes of user, so that a response to an earlier request can be recognized as outdated. */
  readonly userChanges: number;
  /** When the session ends without further activity, in milliseconds of this machine's clock; `null` while unknown. */
  readonly endsAt: number | null;
  /** Activity does not extend the session further: it has reached its maximum duration. */
  readonly isFinal: boolean;
}

/** Storage key under which a reload of this window finds the user of its session. */
const personKey = 'facility.person';

function readLastPerson(): string | null {
  try {
    return sessionStorage.getItem(personKey);
  } catch {
    return null;
  }
}

/** Stores the id of the current or last user of this window. `null` removes it. */
export function rememberPerson(id: string | null): void {
  try {
    if (id === null) sessionStorage.removeItem(personKey);
    else sessionStorage.setItem(personKey, id);
  } catch {
    // Storage is blocked: a reload does not know the user.
  }
}

function initialState(): SessionState {
  return {
    known: 'asking',
    user: null,
    ending: null,
    lastPerson: readLastPerson(),
    held: false,
    mustLeaveAddress: false,
    userChanges: 0,
    endsAt: null,
    isFinal: false,
  };
}

/**
 * The server records activity once a minute. An end that differs from the idle limit by more than this has another
 * cause.
 */
const idleSlack = 90_000;

/** Ends that differ by less are the same, in milliseconds, because responses contain whole seconds. */
const sameEnd = 1500;

/** The state of the session. All changes go through `session.ts`. */
export const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    /** Removes the shown data from the page and starts a change of user. */
    screensHeld(state) {
      state.held = true;
      state.userChanges += 1;
    },
    personChanged(state, action: PayloadAction<{ user: User | null; ending: Ending | null }>) {
      const { user, ending } = action.payload;
      state.lastPerson = ending === 'signed-out' ? null : (user?.id ?? state.user?.id ?? state.lastPerson);
      state.mustLeaveAddress = user !== null && state.user !== null && user.id !== state.user.id;
      state.known = 'yes';
      state.user = user;
      state.ending = ending;
      state.held = false;
      state.userChanges += 1;
      if (user === null) {
        state.endsAt = null;
        state.isFinal = false;
      }
    },
    /** The same user with changed data. */
    personUpdated(state, action: PayloadAction<User | null>) {
      state.known = 'yes';
      state.user = action.payload;
      state.held = false;
    },
    addressLeft(state) {
      state.mustLeaveAddress = false;
    },
    /** The server did not say who is signed in, so nothing may be shown. */
    askingFailed(state) {
      state.known = 'failed';
    },
    askingAgain(state) {
      state.known = 'asking';
    },
  },
  extraReducers: (build) => {
    build.addCase(sessionEndNoted, (state, { payload }) => {
      const { at, foreground, now } = payload;
      const isSame = state.endsAt !== null && Math.abs(state.endsAt - at) < sameEnd;
      const idle = (state.user?.sessionTimeout ?? 0) * 60_000;
      if (foreground) state.isFinal = at - now < idle - idleSlack;
      else if (!isSame) state.isFinal = false;
      if (!isSame) state.endsAt = at;
    });
  },
});

export const { addressLeft, screensHeld, personChanged, personUpdated, askingFailed, askingAgain } =
  sessionSlice.actions;
