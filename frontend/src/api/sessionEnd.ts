import { createAction } from '@reduxjs/toolkit';

/** The end of the session as read from a response. */
export interface SessionEnd {
  /** Milliseconds of this machine's clock. */
  readonly at: number;
  /** Whether the request kept the session alive. */
  readonly foreground: boolean;
  /** Time of the response, in milliseconds. */
  readonly now: number;
}

/**
 * Dispatched when a response contains the end of the session. A module of its own, so that the fetch layer does not
 * depend on the slice.
 */
export const sessionEndNoted = createAction<SessionEnd>('session/end');
