import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readPrefill, withoutPrefill } from './prefill';
import type { SubmissionValues } from './schema';

interface Prefill {
  /** The last text for the form that the address had. */
  readonly values: SubmissionValues | null;
  /** Number of times that the address had one. */
  readonly times: number;
}

/** Takes the text for the form out of the address. */
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
