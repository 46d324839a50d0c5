import { useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { documentPageSize, useListDocumentsQuery } from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import type { DocumentSummary } from '@/api/types';
import { byLabel, parseDocumentLabel, shortId } from '@/lib/ids';
import { readRow } from '@/state/recordState';
import { useView } from '@/state/useView';
import type { Records } from './useRecords';

const none: readonly DocumentSummary[] = [];

/** The record whose row the reader was sent to, and its position. */
export interface SoughtRow {
  readonly id: string;
  /** Its row at the beginning of the list; `null` if it is further down or filtered out. */
  readonly index: number | null;
}

function indexIn({ itemAt, counts }: Records, id: string): number | null {
  const count = Math.min(counts?.matching ?? 0, documentPageSize);
  const index = Array.from({ length: count }, (_row, at) => itemAt(at)?.id).indexOf(id);
  return index === -1 ? null : index;
}

/** The row to scroll to once the list is loaded; `null` for none, as on the way back to the list. */
function useSoughtRow(records: Records): SoughtRow | null {
  const { id: person } = useUser();
  const { state } = useLocation() as { readonly state: unknown };
  const type = useNavigationType();
  const [id] = useState(() => (type === NavigationType.Pop ? null : readRow(state, person)));
  return id === null || records.counts === undefined ? null : { id, index: indexIn(records, id) };
}

/**
 * The records that are shown by their id: those that the search names, or the sought one if it is not at the beginning.
 */
export function useFoundById(records: Records, text: string) {
  const { asked } = useView();
  const sought = useSoughtRow(records);
  const soughtById = sought?.index === null ? sought.id : null;
  const label = parseDocumentLabel(soughtById === null ? text : shortId('DOC', soughtById));
  const { currentData } = useListDocumentsQuery(label === null ? skipToken : { ...byLabel(label), ...asked });
  return { sought, soughtById, byId: currentData ?? none };
}
