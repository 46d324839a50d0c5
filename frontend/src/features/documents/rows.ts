import type { DocumentSummary } from '@/api/types';
import { formatMonth } from '@/lib/dates';
import { plural } from '@/lib/text';
import type { Grouping } from './search';

/** A record in the list with its group: the month in a list by date, the letter in a list by title. */
export interface RecordEntry {
  readonly document: DocumentSummary;
  /** Its row, from 0. */
  readonly index: number;
  readonly group: RecordGroup | null;
}

export interface RecordGroup {
  readonly name: string;
  /** `null` while not all records of the group are loaded. */
  readonly count: string | null;
  /** The record is the first of the group in the list, as far as is known. */
  readonly isFirst: boolean;
}

export type ItemAt = (index: number) => DocumentSummary | undefined;

/** The letter of a title in the order of titles, ignoring leading punctuation and accents. */
function letterOf(title: string): string {
  const first = /[\p{L}\p{N}]/u.exec(title.normalize('NFD'))?.[0] ?? '';
  return /\p{L}/u.test(first) ? first.toUpperCase() : '0-9';
}

const names: Readonly<Record<NonNullable<Grouping>, (document: DocumentSummary) => string>> = {
  month: ({ createdAt }) => formatMonth(createdAt),
  letter: ({ title }) => letterOf(title),
  level: ({ clearanceLevel }) => `LEVEL ${clearanceLevel}`,
};

type NameOf = (document: DocumentSummary) => string;

/** Number of consecutive records of the same group from this row; `null` if one of them is not loaded. */
function countGroup(itemAt: ItemAt, first: number, total: number, nameOf: NameOf): number | null {
  let name: string | undefined;
  for (let index = first; index < total; index += 1) {
    const document = itemAt(index);
    if (document === undefined) return null;
    name ??= nameOf(document);
    if (nameOf(document) !== name) return index - first;
  }
  return total - first;
}

/** The first row of this row's group; `null` if a row that may belong to the group is not loaded. */
function firstOfGroup(itemAt: ItemAt, index: number, name: string, nameOf: NameOf): number | null {
  for (let first = index; first > 0; first -= 1) {
    const before = itemAt(first - 1);
    if (before === undefined) return null;
    if (nameOf(before) !== name) return first;
  }
  return 0;
}

/** The group of a row in a list of `total` rows. */
export function groupOf(
  itemAt: ItemAt,
  index: number,
  total: number,
  by: NonNullable<Grouping>,
): RecordGroup | null {
  const document = itemAt(index);
  if (document === undefined) return null;
  const nameOf = names[by];
  const name = nameOf(document);
  const first = firstOfGroup(itemAt, index, name, nameOf);
  const count = first === null ? null : countGroup(itemAt, first, total, nameOf);
  return {
    name,
    count: count === null ? null : plural(count, 'RECORD', 'RECORDS'),
    isFirst: first === index,
  };
}

function isSameGroup(left: RecordGroup | null, right: RecordGroup | null): boolean {
  return left?.name === right?.name && left?.count === right?.count && left?.isFirst === right?.isFirst;
}

/**
 * Returns the rows of a list by index. A row is the same object while its record, index and group are unchanged, so
 * that it does not render again when another page loads.
 */
export function makeRows(): (
  itemAt: ItemAt,
  index: number,
  total: number,
  by: Grouping,
) => RecordEntry | undefined {
  const known = new WeakMap<DocumentSummary, RecordEntry>();
  return (itemAt, index, total, by) => {
    const document = itemAt(index);
    if (document === undefined) return undefined;
    const group = by === null ? null : groupOf(itemAt, index, total, by);
    const before = known.get(document);
    if (before?.index === index && isSameGroup(before.group, group)) return before;
    const row = { document, index, group };
    known.set(document, row);
    return row;
  };
}
