import type { DocumentSummary } from '@/api/types';
import { formatMonth } from '@/lib/dates';
import { plural } from '@/lib/text';

/** A record in the list, with the head of its month where it is the first of it. */
export interface RecordEntry {
  readonly document: DocumentSummary;
  /** Its row, from 0. */
  readonly index: number;
  readonly month: MonthHead | null;
}

/** The head of a month. */
export interface MonthHead {
  readonly name: string;
  /** `null` while not all records of the month are loaded. */
  readonly count: string | null;
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

function countText(count: number | null): string | null {
  return count === null ? null : plural(count, 'RECORD', 'RECORDS');
}

/** The head of the month that begins at this row of a list by date; `null` if none does, or if that is not known yet. */
export function monthAt(itemAt: ItemAt, index: number, total: number): MonthHead | null {
  const document = itemAt(index);
  const before = index === 0 ? undefined : itemAt(index - 1);
  if (document === undefined || (index > 0 && before === undefined)) return null;
  const name = formatMonth(document.createdAt);
  if (before !== undefined && formatMonth(before.createdAt) === name) return null;
  return { name, count: countText(countMonth(itemAt, index, total, name)) };
}

/** The head of the month that this row belongs to; `null` if the row is not loaded. */
export function monthOf(itemAt: ItemAt, index: number, total: number): MonthHead | null {
  const document = itemAt(index);
  if (document === undefined) return null;
  const name = formatMonth(document.createdAt);
  let first = index;
  for (let before = itemAt(first - 1); first > 0; before = itemAt(first - 1)) {
    if (before === undefined) return { name, count: null };
    if (formatMonth(before.createdAt) !== name) break;
    first -= 1;
  }
  return { name, count: countText(countMonth(itemAt, first, total, name)) };
}

function isSameHead(left: MonthHead | null, right: MonthHead | null): boolean {
  return left?.name === right?.name && left?.count === right?.count;
}

/**
 * The rows of a list by their place. A row is the same object as long as its record, its place and the head of its month
 * are, so that it does not render again when another page arrives.
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
    const month = byMonth ? monthAt(itemAt, index, total) : null;
    const before = known.get(document);
    if (before?.index === index && isSameHead(before.month, month)) return before;
    const row = { document, index, month };
    known.set(document, row);
    return row;
  };
}
