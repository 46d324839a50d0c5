import { useEffect, useState } from 'react';
import { secondsLeft } from '@/api/activity';

/** Seconds until the session ends for want of activity, counted every second. */
export function useSecondsLeft(timeoutMinutes: number): number {
  const [left, setLeft] = useState(() => secondsLeft(timeoutMinutes));
  useEffect(() => {
    const timer = setInterval(() => {
      setLeft(secondsLeft(timeoutMinutes));
    }, 1000);
    return () => {
      clearInterval(timer);
    };
  }, [timeoutMinutes]);
  return left;
}
