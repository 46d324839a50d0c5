import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useUser } from '@/api/selectors';
import { newAttemptKey } from '@/lib/keys';
import { useNavigate } from '@/router/RouterProvider';
import { keptHere } from '@/text/browser';
import { emptyRecord, readRecord, recordName, type RecordText } from '@/text/recordText';
import { newText, type KeptText } from '@/text/keptText';
import { readPrefill, withoutPrefill } from './prefill';

/** The record that an entry of the history is about; `null` for a link to the form. */
function recordOf(state: unknown): string | null {
  return typeof state === 'object' && state !== null && 'record' in state && typeof state.record === 'string'
    ? state.record
    : null;
}

/**
 * What the form begins with: every link to it leads to a new record, empty or with the text in the address. A reload,
 * Back and a change of tab stay with the record of their entry of the history, because it names the record.
 */
export function useNewRecord(): { readonly id: string; readonly start: KeptText<RecordText> } {
  const { id: person } = useUser();
  const location = useLocation();
  const { key, pathname, search } = location;
  const state: unknown = location.state;
  const navigate = useNavigate();
  const given = recordOf(state);
  const begin = () => {
    const id = given ?? newAttemptKey();
    const name = recordName(id);
    const kept = keptHere(person, name);
    const text = kept === null ? null : readRecord(kept.text);
    const prefill = given === null ? readPrefill(new URLSearchParams(search)) : null;
    const start =
      kept !== null && text !== null
        ? ({ ...kept, text } as KeptText<RecordText>)
        : newText(name, prefill ?? emptyRecord);
    return { key, id, start };
  };
  const [begun, setBegun] = useState(begin);
  const isOther = begun.key !== key && given !== begun.id;
  const current = isOther ? begin() : begun;
  if (isOther) setBegun(current);

  const { id } = current;
  useEffect(() => {
    if (given !== null) return;
    const params = new URLSearchParams(search);
    const rest = readPrefill(params) === null ? search : withoutPrefill(params).toString();
    void navigate(
      { pathname, search: rest },
      { replace: true, preventScrollReset: true, state: { record: id } },
    );
  }, [given, id, navigate, pathname, search]);
  return current;
}
