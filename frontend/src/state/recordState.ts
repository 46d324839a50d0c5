import { isRecord } from '@/lib/isRecord';

/** What a link to a record passes on with the navigation: the search and the list that the reader comes from. */

/** The list that a record was opened from. */
export interface ListPlace {
  /** The entry of the history with the list, whose row is focused on the way back. */
  readonly entry: string;
  readonly search: string;
  /** The row of the record in the list when it was opened. */
  readonly index: number;
}

/** The state of an entry of the history with a record. It outlives a reload, so it may be of another person. */
export interface RecordState {
  /** The id of the person who opened the record. */
  readonly person: string;
  /** The search whose matches are marked in the text; `null` for none. */
  readonly marked: string | null;
  readonly list: ListPlace | null;
}

function readList(value: unknown): ListPlace | null {
  if (!isRecord(value)) return null;
  const { entry, search, index } = value;
  return typeof entry === 'string' && typeof search === 'string' && Number.isSafeInteger(index)
    ? { entry, search, index: Math.max(0, index as number) }
    : null;
}

/** Reads the state of an entry for this person. Nothing of another person's list or search is passed on. */
export function readRecordState(state: unknown, person: string): RecordState {
  const nothing: RecordState = { person, marked: null, list: null };
  if (!isRecord(state) || state.person !== person) return nothing;
  return {
    person,
    marked: typeof state.marked === 'string' ? state.marked : null,
    list: readList(state.list),
  };
}

/** The state of an entry of the history with the repository in which the row of this record is to be found. */
export function rowState(person: string, row: string) {
  return { person, row } as const;
}

/** Reads the record whose row this person is led to; `null` for none. */
export function readRow(state: unknown, person: string): string | null {
  return isRecord(state) && state.person === person && typeof state.row === 'string' ? state.row : null;
}
