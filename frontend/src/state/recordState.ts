import { isRecord } from '@/lib/isRecord';

/** The router state of a link to a record: the search and the list that the reader comes from. */

/** The position in the list that a record was opened from. */
export interface ListPosition {
  /** Key of the history entry with the list, whose row is focused on the way back. */
  readonly entry: string;
  readonly search: string;
  /** Index of the record's row in the list when it was opened. */
  readonly index: number;
}

/** The state of a history entry with a record. It survives a reload, so it may belong to another user. */
export interface RecordState {
  /** Id of the user who opened the record. */
  readonly person: string;
  /** The search whose matches are marked in the text; `null` for none. */
  readonly marked: string | null;
  readonly list: ListPosition | null;
}

function readList(value: unknown): ListPosition | null {
  if (!isRecord(value)) return null;
  const { entry, search, index } = value;
  return typeof entry === 'string' && typeof search === 'string' && Number.isSafeInteger(index)
    ? { entry, search, index: Math.max(0, index as number) }
    : null;
}

/** Reads the state of an entry for this user. Another user's list and search are not returned. */
export function readRecordState(state: unknown, person: string): RecordState {
  const nothing: RecordState = { person, marked: null, list: null };
  if (!isRecord(state) || state.person !== person) return nothing;
  return {
    person,
    marked: typeof state.marked === 'string' ? state.marked : null,
    list: readList(state.list),
  };
}

/** The state of a history entry with the repository in which the row of this record is to be focused. */
export function rowState(person: string, row: string) {
  return { person, row } as const;
}

/** Reads the id of the record whose row is to be focused for this user; `null` for none. */
export function readRow(state: unknown, person: string): string | null {
  return isRecord(state) && state.person === person && typeof state.row === 'string' ? state.row : null;
}
