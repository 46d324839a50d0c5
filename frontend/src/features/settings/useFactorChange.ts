import { useRef, useState } from 'react';
import { withTimeout, isAnswerLost, checkAfterLoss, type PendingRequest } from '@/api/withTimeout';
import type { User } from '@/api/types';
import { useAppDispatch, useAppStore } from '@/state/hooks';
import { useRetryWait } from '@/state/useRetryWait';

type Outcome =
  | 'done'
  /** The notification shows the reason. */
  | 'refused'
  /** It is unknown whether the change was made; the form says so and stays. */
  | 'lost';

interface FactorChange {
  readonly isSending: boolean;
  /** Seconds until the server accepts the next attempt after too many; `null` for none. */
  readonly wait: number | null;
  /** The message of the form about a lost response. */
  readonly problem: string | null;
  /** Sends the change, one request at a time; resolves to `null` if one is already running. */
  readonly run: (send: () => PendingRequest<User>) => Promise<Outcome | null>;
}

/**
 * Turns two-factor authentication on or off. If the response is lost, the account is requested once, because the change
 * may have been made.
 */
export function useFactorChange(isOnAfter: boolean): FactorChange {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const underWay = useRef(false);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const wait = useRetryWait();

  const outcomeOf = async (sent: PendingRequest<User>): Promise<Outcome> => {
    try {
      await withTimeout(sent);
      return 'done';
    } catch (error) {
      wait.note(error);
      if (!isAnswerLost(error)) return 'refused';
      await dispatch(checkAfterLoss());
      if (store.getState().session.user?.twoFactorEnabled === isOnAfter) return 'done';
      setProblem('The server did not answer, and nothing has changed. Try again.');
      return 'lost';
    }
  };
  return {
    isSending,
    wait: wait.left,
    problem,
    run: async (send) => {
      if (underWay.current) return null;
      underWay.current = true;
      setSending(true);
      setProblem(null);
      const outcome = await outcomeOf(send());
      underWay.current = false;
      setSending(false);
      return outcome;
    },
  };
}
