import { isAppError, type AppError } from '@/lib/errors';
import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { api } from './endpoints';
import { askWhoIsThere, type SessionRoot } from './session';

/** How long a form that holds a secret waits for the answer to it, in milliseconds. */
export const answerWithin = 15_000;

/** Time limit for asking who is signed in after a lost response, in milliseconds. */
const lookWithin = 5000;

/** How long the end of a session that nobody wants waits for its answer, in milliseconds. */
const endWithin = 5000;

/** A request in progress, as the trigger of a mutation returns it. */
export interface Sent<Answer> {
  readonly unwrap: () => Promise<Answer>;
  /** Gives the request up. What the server answers all the same changes nothing here. */
  readonly abort: () => void;
}

/** No answer within the time that a form waits. */
class Overdue extends Error implements AppError {
  readonly status = 'NETWORK';
  override readonly message = 'The server did not answer within 15 seconds. Try again.';
}

/** Resolves after so many milliseconds; the second function stops it. */
function pause(ms: number): readonly [Promise<'over'>, () => void] {
  let timer: ReturnType<typeof setTimeout>;
  const passed = new Promise<'over'>((resolve) => {
    timer = setTimeout(resolve, ms, 'over');
  });
  return [passed, () => clearTimeout(timer)];
}

/**
 * The answer to a call. One that is overdue is given up and fails as if the server did not answer, so that the form can
 * be used again.
 */
export async function inTime<Answer>(sent: Sent<Answer>): Promise<Answer> {
  const [late, stop] = pause(answerWithin);
  const answer = sent.unwrap().then((value) => ({ value }));
  try {
    const first = await Promise.race([answer, late]);
    if (first !== 'over') return first.value;
  } finally {
    stop();
  }
  sent.abort();
  // The call may have been answered in the moment in which it was given up.
  try {
    return (await answer).value;
  } catch (error) {
    if (isAppError(error)) throw error;
    throw new Overdue();
  }
}

/** Whether a call was given up because its answer was overdue: no notice says so. */
export function isOverdue(error: unknown): boolean {
  return error instanceof Overdue;
}

/**
 * Whether nobody knows what the server did: no answer, none that can be read, or one of a server that is going down.
 */
export function isAnswerLost(error: unknown): boolean {
  return isAppError(error) && (typeof error.status !== 'number' || error.status === 503);
}

type SessionThunk<Result> = ThunkAction<Promise<Result>, SessionRoot, unknown, UnknownAction>;

/**
 * Asks once who is signed in, because the request whose response was lost may have opened a session or changed the
 * account. Returns whether a user is signed in.
 */
export function lookAfterLoss(): SessionThunk<boolean> {
  return async (dispatch, getState) => {
    const [late, stop] = pause(lookWithin);
    await Promise.race([dispatch(askWhoIsThere('person')), late]);
    stop();
    return getState().session.user !== null;
  };
}

/** Ends whatever the last call may have opened: a sign-in that waits for its code, or a session. */
export function endSession(): SessionThunk<void> {
  return async (dispatch) => {
    const sent = dispatch(api.endpoints.logout.initiate(undefined, { track: false }));
    const [late, stop] = pause(endWithin);
    const first = await Promise.race([sent, late]);
    stop();
    if (first === 'over') sent.abort();
  };
}
