import { useEffect, useRef, useState } from 'react';
import type { Marked } from './useAlertMarks';

type Ids = ReadonlySet<string>;

/**
 * The unread ones that were not in the answer before. The first answer has nothing new: it only tells what there is.
 */
function newIn(list: readonly Marked[], before: Ids | null): readonly string[] {
  if (before === null) return [];
  return list.filter(({ id, readAt }) => readAt === null && !before.has(id)).map(({ id }) => id);
}

interface Arrivals {
  /** How often something has come. */
  readonly count: number;
  /** What came last. */
  readonly ids: readonly string[];
}

/** Notices alerts that appear in an answer after the first; a list is `undefined` until it is answered. */
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
    // The lists themselves, not the array they come in.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, lists);
  return arrivals;
}
