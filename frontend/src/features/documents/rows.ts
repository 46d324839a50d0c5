import type { DocumentSummary } from '@/api/types';
import { formatMonth } from '@/lib/dates';
import { plural } from '@/lib/text';

/** A record in the list, with its month in a list by date. */
export interface RecordEntry {
  readonly document: DocumentSummary;
  /** Its row, from 0. */
  readonly index: number;
  readonly month: RecordMonth | null;
}

/** The month of a record in the list. */
export interface RecordMonth {
  readonly name: string;
  /** `null` while not all records of the month are loaded. */
  readonly count: string | null;
  /** The record is the first of the month in the list, as far as that is known. */
  readonly isFirst: boolean;
}

type ItemAt = (index: number) => DocumentSummary | undefined;

/** How many records from this row on are of the same month; `null` if one of them is not loaded. */
function countMonth(itemAt: ItemAt, first: number, total: number, month: string): number | null {
  for (let index = first; index < total; index += 1) {
    const document = itemAt(index);
    if (document === undefined) return null;
    if (formatMonth(document.createdAt) !== month) return index - first;
  }
  return total - first;
}

/** The first row of the month of this row; `null` if a row that may be of the month is not loaded. */
function firstOfMonth(itemAt: ItemAt, index: number, month: string): number | null {
  for (let first = index; first > 0; first -= 1) {
    const before = itemAt(first - 1);
    if (before === undefined) return null;
    if (formatMonth(before.createdAt) !== month) return first;
  }
  return 0;
}

/** The month of a row in a list by date. */
export function monthOf(itemAt: ItemAt, index: number, total: number): RecordMonth | null {
  const document = itemAt(index);
  if (document === undefined) return null;
  const name = formatMonth(document.createdAt);
  const first = firstOfMonth(itemAt, index, name);
  const count = first === null ? null : countMonth(itemAt, first, total, name);
  return {
    name,
    count: count === null ? null : plural(count, 'RECORD', 'RECORDS'),
    isFirst: first === index,
  };
}

function isSameMonth(left: RecordMonth | null, right: RecordMonth | null): boolean {
  return left?.name === right?.name && left?.count === right?.count && left?.isFirst === right?.isFirst;
}

/**
 * The rows of a list by their place. A row is the same object as long as its record, its place and its month are, so that it does not render again when another page arrives.
 */
export function makeRows(): (
  itemAt: ItemAt,
  index: number,
  total: number,
  byMonth: boolean,
) => RecordEntry | undefined {
  const known = new WeakMap<DocumentSummary, RecordEntry>();
  return (itemAt, index, total, byMonth) => {
    const document = itemAt(index);
    if (document === undefined) return undefined;
    const month = byMonth ? monthOf(itemAt, index, total) : null;
    const before = known.get(document);
    if (before?.index === index && isSameMonth(before.month, month)) return before;
    const row = { document, index, month };
    known.set(document, row);
    return row;
  };
}
