import { useState } from 'react';
import { useUser } from '@/api/selectors';
import type { ArchiveRequest } from '@/api/types';
import { useOnePane } from '@/components/useMedia';
import { places } from '@/lib/places';
import { inOrder, rowAfter } from './queue';
import { useDeskCursor } from './useDeskCursor';
import { useNow } from '@/state/useNow';
import { useSearchState } from '@/state/useSearchState';
import { rowOf } from './requests';

/** How often waiting times are brought up to date, in milliseconds. */
const clock = 30_000;

const has = (items: readonly { readonly id: string }[], id: string) => items.some((item) => item.id === id);

/**
 * The queue without the request that was decided here last, whose removal the server has not reported yet, and with the
 * open one after it was decided elsewhere.
 */
function useQueue(requests: readonly ArchiveRequest[]) {
  const user = useUser();
  const [kept, setKept] = useState<ArchiveRequest | null>(null);
  const [done, setDone] = useState('');
  // A request of the same document that is made again is another one.
  if (done !== '' && !has(requests, done)) setDone('');
  const waiting = requests.filter(({ id }) => id !== done);
  const left = kept !== null && !has(requests, kept.id) ? kept : null;
  const shown = left === null ? waiting : [...waiting, left];
  return {
    rows: inOrder(shown.map((request) => rowOf(request, user))),
    find: (id: string) => shown.find((request) => request.id === id) ?? null,
    isOver: (request: ArchiveRequest | null) => request !== null && request === left,
    /** Keeps a request on the desk, whatever happens to it elsewhere. */
    keep: (request: ArchiveRequest | null) => {
      if (request !== null && request !== kept) setKept(request);
    },
    letGo: (id: string) => {
      setDone(id);
      setKept(null);
    },
  };
}

/**
 * The cursor of the desk. The address holds the request, so Back and links work; without one it is the first. A request
 * that has left the queue while it is open stays on the desk until the reader goes on.
 */
export function useRequestDesk(requests: readonly ArchiveRequest[]) {
  const [{ case: asked }, changeSearch] = useSearchState(places.archiveRequests.search);
  const onePane = useOnePane();
  const now = useNow(clock);
  const { rows, find, isOver, keep, letGo } = useQueue(requests);
  const [cursor, setCursor] = useState(asked);

  const current = [asked, cursor].find((id) => has(rows, id)) ?? rows[0]?.id ?? '';
  if (current !== cursor) setCursor(current);
  const request = onePane && asked === '' ? null : find(current);
  keep(request);
  const { show, ...moves } = useDeskCursor({
    rows,
    current,
    asked,
    onePane,
    focusAtStart: !onePane,
    setCursor,
    setCase: (id) => changeSearch({ case: id }),
  });
  return {
    ...moves,
    rows,
    current,
    request,
    /** The request was decided elsewhere since it was opened. */
    isOver: isOver(request),
    onePane,
    now,
    /** Leaves a request that was decided or whose comment was discarded, for the one that takes its place. */
    goOn: (id: string) => {
      letGo(id);
      if (id !== current) return;
      const next = rowAfter(rows, id)?.id ?? '';
      setCursor(next);
      show(next);
    },
  };
}
