import { useEffect, useRef } from 'react';
import type { LockedName } from '@/api/types';

/** What a read of its own keeps from the one before, in milliseconds: the clock of this machine may be wrong. */
const lockReading = 30_000;

/** What a read waits after the end of a lock, in milliseconds. */
const margin = 1000;

interface LockQuery {
  readonly data?: readonly LockedName[] | undefined;
  readonly isFetching: boolean;
  readonly fulfilledTimeStamp?: number | undefined;
}

/** Reads again when the first lock ends: no news tell of it. */
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
    // An answer that is equal to the one before, and a failed one, are waited for, too.
  }, [data, isFetching, fulfilledTimeStamp]);
}
