import { useCallback, useEffect, useRef } from 'react';
import {
  endSession,
  withTimeout,
  isAnswerLost,
  checkAfterLoss,
  type PendingRequest,
} from '@/api/withTimeout';
import { useAppDispatch, useAppStore } from '@/state/hooks';

interface Attempt {
  readonly abort: () => void;
  /** Resolves when the response has been processed completely. */
  done: Promise<void>;
}

interface Callbacks<Answer> {
  readonly onAnswer: (answer: Answer) => Promise<void>;
  /** Not called if the user is signed in after all, or has cancelled. */
  readonly onFailure: (error: unknown) => void;
}

interface SignInRequest {
  /** Sends one request at a time; a call during a request does nothing. */
  readonly enter: <Answer>(send: () => PendingRequest<Answer>, ends: Callbacks<Answer>) => Promise<void>;
  /** Aborts the pending request and ends any session that it opened. */
  readonly giveUp: () => Promise<void>;
}

/**
 * Sends a code or a key to sign in. Closing the screen aborts a request in progress. The response may be lost after the
 * request has opened a session, so the server is asked once before the user has to try again.
 */
export function useSignInRequest(): SignInRequest {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const current = useRef<Attempt | null>(null);

  const giveUp = useCallback(async () => {
    const given = current.current;
    current.current = null;
    given?.abort();
    // Ends the session only after the request that could open it has finished.
    await given?.done;
    await dispatch(endSession());
  }, [dispatch]);

  useEffect(
    () => () => {
      // A user who has signed in also leaves the screen.
      if (current.current !== null && store.getState().session.user === null) void giveUp();
    },
    [giveUp, store],
  );

  const run = async <Answer>(
    sent: PendingRequest<Answer>,
    own: Attempt,
    { onAnswer, onFailure }: Callbacks<Answer>,
  ) => {
    const isGivenUp = () => current.current !== own;
    try {
      const answer = await withTimeout(sent);
      if (!isGivenUp()) await onAnswer(answer);
    } catch (error) {
      if (isGivenUp()) return;
      const isSignedIn = isAnswerLost(error) && (await dispatch(checkAfterLoss()));
      if (!isSignedIn && !isGivenUp()) onFailure(error);
    } finally {
      if (!isGivenUp()) current.current = null;
    }
  };

  return {
    giveUp,
    enter: async (send, ends) => {
      if (current.current !== null) return;
      const sent = send();
      const own: Attempt = { abort: sent.abort, done: Promise.resolve() };
      current.current = own;
      own.done = run(sent, own, ends);
      await own.done;
    },
  };
}
