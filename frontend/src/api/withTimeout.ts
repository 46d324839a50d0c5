import { isAppError, type AppError } from '@/lib/errors';
import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { api } from './endpoints';
import { askWhoIsThere, type SessionRoot } from './session';

/** Time limit for the response to a form that contains a secret, in milliseconds. */
export const answerWithin = 15_000;

/** Time limit for asking who is signed in after a lost response, in milliseconds. */
const lookWithin = 5000;

/** Time limit for ending an unwanted session, in milliseconds. */
const endWithin = 5000;

/** A request in progress, as the trigger of a mutation returns it. */
export interface PendingRequest<Answer> {
  readonly unwrap: () => Promise<Answer>;
  /** Aborts the request. A response that still arrives has no effect. */
  readonly abort: () => void;
}

/** The response did not arrive within the time limit. */
class Overdue extends Error implements AppError {
  readonly status = 'NETWORK';
  override readonly message = 'The server did not answer within 15 seconds. Try again.';
}

/** Resolves after `ms` milliseconds; the second function cancels it. */
function pause(ms: number): readonly [Promise<'over'>, () => void] {
  let timer: ReturnType<typeof setTimeout>;
  const passed = new Promise<'over'>((resolve) => {
    timer = setTimeout(resolve, ms, 'over');
  });
  return [passed, () => clearTimeout(timer)];
}

/**
 * Awaits a response. An overdue request is aborted and fails like a network error, so that the form can be used again.
 */
export async function withTimeout<Answer>(sent: PendingRequest<Answer>): Promise<Answer> {
  const [late, stop] = pause(answerWithin);
  const answer = sent.unwrap().then((value) => ({ value }));
  try {
    const first = await Promise.race([answer, late]);
    if (first !== 'over') return first.value;
  } finally {
    stop();
  }
  sent.abort();
  // The response may have arrived just as the request was aborted.
  try {
    return (await answer).value;
  } catch (error) {
    if (isAppError(error)) throw error;
    throw new Overdue();
  }
}

/** Whether a request was aborted because its response was overdue; such an error causes no notification. */
export function isOverdue(error: unknown): boolean {
  return error instanceof Overdue;
}

/**
 * Whether it is unknown what the server did: no response, an unreadable one, or one from a server that is shutting
 * down.
 */
export function isAnswerLost(error: unknown): boolean {
  return isAppError(error) && (typeof error.status !== 'number' || error.status === 503);
}

type SessionThunk<Result> = ThunkAction<Promise<Result>, SessionRoot, unknown, UnknownAction>;

/**
 * Asks once who is signed in, because the request whose response was lost may have opened a session or changed the
 * account. Returns whether a user is signed in.
 */
export function checkAfterLoss(): SessionThunk<boolean> {
  return async (dispatch, getState) => {
    const [late, stop] = pause(lookWithin);
    await Promise.race([dispatch(askWhoIsThere('person')), late]);
    stop();
    return getState().session.user !== null;
  };
}

/** Ends anything that the last request may have opened: a sign-in that waits for its second factor, or a session. */
export function endSession(): SessionThunk<void> {
  return async (dispatch) => {
    const sent = dispatch(api.endpoints.logout.initiate(undefined, { track: false }));
    const [late, stop] = pause(endWithin);
    const first = await Promise.race([sent, late]);
    stop();
    if (first === 'over') sent.abort();
  };
}
