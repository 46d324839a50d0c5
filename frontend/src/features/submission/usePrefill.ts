import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readPrefill, withoutPrefill } from './prefill';
import type { SubmissionValues } from './schema';

interface Prefill {
  /** What the address last wanted in the form. */
  readonly values: SubmissionValues | null;
  /** Counts how often it wanted something, so that each time is one. */
  readonly times: number;
}

/** Takes what the address wants in the form out of it, and clears the address. */
export function usePrefill(): Prefill {
  const [params, setParams] = useSearchParams();
  const search = params.toString();
  const wanted = readPrefill(params);
  const [seen, setSeen] = useState({ search, values: wanted, times: 0 });

  if (search !== seen.search)
    setSeen(wanted === null ? { ...seen, search } : { search, values: wanted, times: seen.times + 1 });

  const clear = wanted !== null;
  useEffect(() => {
    if (clear) setParams((before) => withoutPrefill(before), { replace: true });
  }, [clear, setParams]);

  return seen;
}
