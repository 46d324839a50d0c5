import { useEffect, useState } from 'react';
import { useAppSelector } from './hooks';

function secondsUntil(endsAt: number | null): number | null {
  return endsAt === null ? null : Math.max(0, Math.round((endsAt - Date.now()) / 1000));
}

/** Seconds until the session ends without further activity, updated every second; `null` while unknown. */
export function useSecondsLeft(): number | null {
  const endsAt = useAppSelector((state) => state.session.endsAt);
  const [, setTick] = useState(0);
  useEffect(() => {
    if (endsAt === null) return undefined;
    const timer = setInterval(() => setTick((tick) => tick + 1), 1000);
    return () => clearInterval(timer);
  }, [endsAt]);
  return secondsUntil(endsAt);
}
