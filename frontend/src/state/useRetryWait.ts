import { useState } from 'react';
import { isAppError } from '@/lib/errors';
import { useCountdown } from './useCountdown';

/** The wait of a form after too many requests. */
export interface RetryWait {
  /** Seconds until the server accepts the next request; `null` if it does now. For the `wait` prop of a button. */
  readonly left: number | null;
  /** Starts the wait after a refusal for too many requests; ignores any other error. */
  readonly note: (error: unknown) => void;
}

/** Counts down the wait that the server demands after too many requests. */
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
