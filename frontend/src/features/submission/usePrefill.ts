import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { wantsEmptyForm } from '@/lib/emptyForm';
import { readPrefill, withoutPrefill } from './prefill';
import { emptyValues, type SubmissionValues } from './schema';

interface Prefill {
  /** The last text for the form that a link brought; empty values for a new document. */
  readonly values: SubmissionValues | null;
  /** Number of links that brought one. */
  readonly times: number;
}

/** Takes the text for the form out of the address and the link that led here. */
export function usePrefill(): Prefill {
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  const { key } = location;
  const state: unknown = location.state;
  const wanted = readPrefill(params) ?? (wantsEmptyForm(state) ? emptyValues : null);
  const [seen, setSeen] = useState({ key, values: wanted, times: 0 });

  if (key !== seen.key)
    setSeen(wanted === null ? { ...seen, key } : { key, values: wanted, times: seen.times + 1 });

  const clear = wanted !== null;
  useEffect(() => {
    if (clear) setParams((before) => withoutPrefill(before), { replace: true, state: null });
  }, [clear, setParams]);

  return seen;
}
