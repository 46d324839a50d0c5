import { useState } from 'react';
import { isAppError } from '@/lib/errors';
import { useCountdown } from './useCountdown';

/** What a form does after too many calls. */
export interface RetryWait {
  /** Seconds until the server takes the next call; `null` if it takes one now. For the `wait` of a button. */
  readonly left: number | null;
  /** Notes a refusal because of too many calls; anything else changes nothing. */
  readonly note: (error: unknown) => void;
}

/** Counts the time down that the server names when it is called too often. */
export function useRetryWait(): RetryWait {
  const [until, setUntil] = useState<number | null>(null);
  const left = useCountdown(until);
  return {
    left: left === 0 ? null : left,
    note: (error) => {
      if (!isAppError(error) || error.status !== 429 || error.retryAfter === undefined) return;
      setUntil(Date.now() + error.retryAfter * 1000);
    },
  };
}
