import { useEffect, useRef, useState } from 'react';
import type { Marked } from './useAlertMarks';

type Ids = ReadonlySet<string>;

/** The unread items that were not in the previous response. The items of the first response are not new. */
function newIn(list: readonly Marked[], before: Ids | null): readonly string[] {
  if (before === null) return [];
  return list.filter(({ id, readAt }) => readAt === null && !before.has(id)).map(({ id }) => id);
}

interface Arrivals {
  /** Number of times that items have arrived. */
  readonly count: number;
  /** Ids of the latest arrivals. */
  readonly ids: readonly string[];
}

/** Detects alerts that appear in a response after the first. A list is `undefined` until its first response. */
export function useArrivals(...lists: readonly (readonly Marked[] | undefined)[]): Arrivals {
  const known = useRef<(Ids | null)[]>(lists.map(() => null));
  const [arrivals, setArrivals] = useState<Arrivals>({ count: 0, ids: [] });
  useEffect(() => {
    const ids = lists.flatMap((list, at) => {
      if (list === undefined) return [];
      const before = known.current[at] ?? null;
      known.current[at] = new Set(list.map(({ id }) => id));
      return newIn(list, before);
    });
    if (ids.length > 0) setArrivals(({ count }) => ({ count: count + 1, ids }));
    // The lists themselves, not the new array on each render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, lists);
  return arrivals;
}
