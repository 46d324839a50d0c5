import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sessionEndNoted } from './sessionEnd';
import type { User } from './types';

/** Why nobody is signed in any more. */
export type Ending =
  /** Somebody signed out, here or in another window: nothing of theirs is kept for the next person. */
  | 'signed-out'
  /** The session is over: the same person finds their place and their text again. */
  | 'ended';

export interface SessionState {
  /** Whether the server has said who is signed in; `failed` when it could not be asked. */
  readonly known: 'asking' | 'failed' | 'yes';
  readonly user: User | null;
  /** Why nobody is signed in; `null` while somebody is, and where nobody was. */
  readonly ending: Ending | null;
  /** Id of the current or last user; `null` after they signed out. */
  readonly lastPerson: string | null;
  /** Nothing is shown: the data of the previous user is being discarded, or another window reports another user. */
  readonly held: boolean;
  /** The address is still that of the person before; screens wait until it has been left. */
  readonly mustLeaveAddress: boolean;
  /** Counts changes of person, so that an answer to a question asked before one can be told from a current one. */
  readonly turn: number;
  /** When the session ends if nothing more is done, in milliseconds of this machine's clock; `null` while unknown. */
  readonly endsAt: number | null;
  /** Nothing moves that end: the session has reached the longest it may last. */
  readonly isFinal: boolean;
}

/** Where a reload of this window finds whose session it was. */
const personKey = 'facility.person';

function readLastPerson(): string | null {
  try {
    return sessionStorage.getItem(personKey);
  } catch {
    return null;
  }
}

/** Remembers the id of the current or last user of this window. `null` forgets it. */
export function rememberPerson(id: string | null): void {
  try {
    if (id === null) sessionStorage.removeItem(personKey);
    else sessionStorage.setItem(personKey, id);
  } catch {
    // Blocked: then a reload does not know.
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
    turn: 0,
    endsAt: null,
    isFinal: false,
  };
}

/**
 * The server notes activity once a minute; an end that is further away from the idle limit than this is another one.
 */
const idleSlack = 90_000;

/** Ends that differ by less are the same, in milliseconds: the answers carry whole seconds. */
const sameEnd = 1500;

/** The state of the session. Everything that changes it goes through `session.ts`. */
export const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    /** Takes what is shown off the page, and begins a change of person. */
    screensHeld(state) {
      state.held = true;
      state.turn += 1;
    },
    personChanged(state, action: PayloadAction<{ user: User | null; ending: Ending | null }>) {
      const { user, ending } = action.payload;
      state.lastPerson = ending === 'signed-out' ? null : (user?.id ?? state.user?.id ?? state.lastPerson);
      state.mustLeaveAddress = user !== null && state.user !== null && user.id !== state.user.id;
      state.known = 'yes';
      state.user = user;
      state.ending = ending;
      state.held = false;
      state.turn += 1;
      if (user === null) {
        state.endsAt = null;
        state.isFinal = false;
      }
    },
    /** The same person with changed data. */
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
