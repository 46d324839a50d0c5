import { useRef, useState } from 'react';
import { inTime, isAnswerLost, lookAfterLoss, type Sent } from '@/api/inTime';
import type { User } from '@/api/types';
import { useAppDispatch, useAppStore } from '@/state/hooks';
import { useRetryWait } from '@/state/useRetryWait';

type Outcome =
  | 'done'
  /** The notice says why. */
  | 'refused'
  /** Nobody knows; the form says so and stays as it is. */
  | 'lost';

interface FactorChange {
  readonly isSending: boolean;
  /** Seconds until the server takes the next try, after too many; `null` for none. */
  readonly wait: number | null;
  /** What the form says about an answer that was lost. */
  readonly problem: string | null;
  /** Sends the change once at a time; `null` for another press meanwhile. */
  readonly run: (send: () => Sent<User>) => Promise<Outcome | null>;
}

/**
 * Turns the second factor on or off. Where the answer is lost, the account is looked at once: the change may have been
 * made.
 */
export function useFactorChange(isOnAfter: boolean): FactorChange {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const underWay = useRef(false);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const wait = useRetryWait();

  const outcomeOf = async (sent: Sent<User>): Promise<Outcome> => {
    try {
      await inTime(sent);
      return 'done';
    } catch (error) {
      wait.note(error);
      if (!isAnswerLost(error)) return 'refused';
      await dispatch(lookAfterLoss());
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
