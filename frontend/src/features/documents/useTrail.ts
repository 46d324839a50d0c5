import { useLocation } from 'react-router-dom';
import { useUser } from '@/api/selectors';
import { paths } from '@/lib/paths';
import { lineSafe } from '@/lib/text';
import { useNavigate } from '@/router/RouterProvider';
import { useAppDispatch, useToast } from '@/state/hooks';
import { readRecordState, type ListPosition, type RecordState } from '@/state/recordState';
import { rowFocused } from '@/state/uiSlice';
import { useView } from '@/state/useView';
import type { NeighborSlot } from './neighbors';
import type { Neighbor } from './Neighbors.style';
import { useNeighbors } from './useNeighbors';

type Side = 'previous' | 'next';

/** How the reader reached a record: the list it is in, and the search whose matches are marked. */
export interface Trail {
  /** The address of the list, or of the whole repository if the record was opened without one. */
  readonly listPath: string;
  /** `null` if the record was opened without a list. */
  readonly neighbors: {
    readonly previous: Neighbor;
    readonly next: Neighbor;
    readonly failure: string | null;
    readonly onRetry: () => void;
    readonly onFollow: (side: Side) => void;
  } | null;
  /** Opens a neighbor, or says that there is none on that side. */
  readonly go: (side: Side) => void;
  /** The search whose matches are marked; `null` for none. */
  readonly marked: string | null;
  /** Removes the marks from this record and from records opened from it. */
  readonly unmark: () => void;
}

/** The message at each end of the list. */
const ends: Readonly<Record<Side, string>> = {
  previous: 'This is the first record of the list.',
  next: 'This is the last record of the list.',
};

function listPath(list: ListPosition | null): string {
  return list === null || list.search === '' ? paths.documents : `${paths.documents}?${list.search}`;
}

function neighborOf(beside: NeighborSlot, state: RecordState, link: (path: string) => string): Neighbor {
  if (beside === 'end' || beside === 'waiting') return { is: beside };
  const { index, document } = beside;
  const list = state.list === null ? null : { ...state.list, index };
  return {
    is: 'record',
    title: lineSafe(document.title),
    link: { to: link(paths.document(document.id)), state: { ...state, list } satisfies RecordState },
  };
}

/** How the reader reached the current record, and its neighbors. */
export function useTrail(id: string): Trail {
  const { id: person } = useUser();
  const { link } = useView();
  const location = useLocation();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const toast = useToast();
  const state = readRecordState(location.state, person);
  const rows = useNeighbors(state.list, id);

  /** Focuses the row of the neighbor on the way back to the list. */
  const onFollow = (side: Side) => {
    const row = rows?.[side];
    if (state.list === null || row === undefined || typeof row === 'string') return;
    const place = { index: row.index, key: row.document.id, isMoved: true };
    dispatch(rowFocused({ entry: state.list.entry, place }));
  };
  const neighbors =
    rows === null
      ? null
      : {
          previous: neighborOf(rows.previous, state, link),
          next: neighborOf(rows.next, state, link),
          failure: rows.failure,
          onRetry: rows.retry,
          onFollow,
        };

  return {
    listPath: link(listPath(state.list)),
    neighbors,
    go: (side) => {
      const neighbor = neighbors?.[side];
      if (neighbor?.is === 'end') toast({ tone: 'info', title: 'End of the list', description: ends[side] });
      if (neighbor?.is !== 'record') return;
      onFollow(side);
      // Replaces this record, so that Back leads to the list.
      void navigate(neighbor.link.to, { state: neighbor.link.state as RecordState, replace: true });
    },
    marked: state.marked,
    unmark: () =>
      void navigate(location, {
        state: { ...state, marked: null } satisfies RecordState,
        replace: true,
        preventScrollReset: true,
      }),
  };
}
