import { createAction } from '@reduxjs/toolkit';

/** What an answer says about the end of the session. */
export interface SessionEnd {
  /** Milliseconds of this machine's clock. */
  readonly at: number;
  /** Whether the call that was answered kept the session alive. */
  readonly foreground: boolean;
  /** Time of the answer, in milliseconds. */
  readonly now: number;
}

/**
 * An answer says when the session ends. Apart from the slice, so that the fetch layer needs nothing of what it fetches.
 */
export const sessionEndNoted = createAction<SessionEnd>('session/end');
