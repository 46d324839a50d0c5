import { useEffect, useRef } from 'react';
import type { LockedName } from '@/api/types';

/** Minimum time between two reads, in milliseconds, because the clock of this machine may be wrong. */
const lockReading = 30_000;

/** Delay of a read after the end of a lock, in milliseconds. */
const margin = 1000;

interface LockQuery {
  readonly data?: readonly LockedName[] | undefined;
  readonly isFetching: boolean;
  readonly fulfilledTimeStamp?: number | undefined;
}

/** Reads again when the first lock ends, which the server does not announce. */
export function useLockEnds({ data, isFetching, fulfilledTimeStamp }: LockQuery, again: () => void): void {
  const next = useRef(0);
  const latest = useRef(again);
  useEffect(() => {
    latest.current = again;
  });
  useEffect(() => {
    if (data === undefined || data.length === 0 || isFetching) return undefined;
    const end = Math.min(...data.map(({ lockedUntil }) => Date.parse(lockedUntil))) + margin;
    const timer = setTimeout(
      () => {
        next.current = Date.now() + lockReading;
        latest.current();
      },
      Math.max(end, next.current) - Date.now(),
    );
    return () => clearTimeout(timer);
    // `fulfilledTimeStamp` and `isFetching` also restart the timer after an equal or failed response.
  }, [data, isFetching, fulfilledTimeStamp]);
}
