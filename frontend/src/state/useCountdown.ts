import { useEffect, useState } from 'react';

const secondsUntil = (end: number) => Math.max(0, Math.ceil((end - Date.now()) / 1000));

/**
 * Seconds until a time of this machine's clock, updated every second; `null` without one. Each tick reads the clock, so
 * the value is also correct after the machine slept.
 */
export function useCountdown(end: number | null): number | null {
  const [, setTick] = useState(0);
  useEffect(() => {
    if (end === null) return undefined;
    const count = () => {
      setTick((tick) => tick + 1);
      if (secondsUntil(end) === 0) stop();
    };
    const timer = setInterval(count, 1000);
    window.addEventListener('focus', count);
    const stop = () => {
      clearInterval(timer);
      window.removeEventListener('focus', count);
    };
    return stop;
  }, [end]);
  return end === null ? null : secondsUntil(end);
}

/** The text for screen readers: one minute, half a minute and ten seconds before the end; empty in between. */
export function spokenTime(left: number | null): string {
  if (left === null || left > 60 || left === 0) return '';
  return left > 30 ? '1 minute left.' : left > 10 ? '30 seconds left.' : '10 seconds left.';
}
