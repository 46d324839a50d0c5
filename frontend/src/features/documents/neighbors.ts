import type { DocumentSummary } from '@/api/types';
import type { ItemAt } from './rows';

/** Distances within which a record is searched around its old row: first nearby, then as far as a page. */
export const reaches = { near: 5, far: 60 } as const;

/** A row beside a record, with its position in the list. */
interface NeighborRow {
  readonly index: number;
  readonly document: DocumentSummary;
}

/** What is beside a record: a row, the end of the list, or a row that is not loaded yet. */
export type NeighborSlot = NeighborRow | 'end' | 'waiting';

/** The rows before and after a record in its list. */
export interface Neighborhood {
  readonly previous: NeighborSlot;
  readonly next: NeighborSlot;
  /** The record is neither at its old row nor in any loaded row within reach. */
  readonly isLost: boolean;
}

const unknown: Neighborhood = { previous: 'waiting', next: 'waiting', isLost: false };

/** The rows within reach of a row, nearest first. */
function rowsAround(index: number, reach: number, total: number): readonly number[] {
  const rows = [index];
  for (let by = 1; by <= reach; by += 1) rows.push(index - by, index + by);
  return rows.filter((row) => row >= 0 && row < total);
}

function slotAt(itemAt: ItemAt, index: number, total: number): NeighborSlot {
  if (index < 0 || index >= total) return 'end';
  const document = itemAt(index);
  return document === undefined ? 'waiting' : { index, document };
}

/**
 * The neighbors of a record in a list of `total` rows, in which it was at `index`. Rows may have been added or removed
 * since, so the record is searched within `reach`. If it has left the list, its neighbors are the rows around its old
 * row.
 */
export function neighborsIn(
  itemAt: ItemAt,
  total: number | undefined,
  { id, index, reach }: { readonly id: string; readonly index: number; readonly reach: number },
): Neighborhood {
  if (total === undefined) return unknown;
  const rows = rowsAround(index, reach, total);
  const found = rows.find((row) => itemAt(row)?.id === id);
  if (found === undefined && rows.some((row) => itemAt(row) === undefined)) return unknown;
  const at = found ?? Math.min(index, total);
  return {
    previous: slotAt(itemAt, at - 1, total),
    next: slotAt(itemAt, found === undefined ? at : at + 1, total),
    isLost: found === undefined,
  };
}
