import { keeperOf, keptHere } from '@/text/browser';
import { emptyRecord, readRecord, recordName, type RecordText } from '@/text/recordText';
import { newText } from '@/text/keptText';

/** The record of the submission form in tests. */
const record = 'r1';

/** A history entry with the form of that record. */
export const recordEntry = { pathname: '/submission', state: { record } } as const;

/** Stores a text in this window, as the form of that record does. */
export function keepRecord(person: string, text: Partial<RecordText>): void {
  keeperOf<RecordText>(person).keep(newText(recordName(record), { ...emptyRecord, ...text }));
}

/** The stored text of that record in this window; an empty one if there is none. */
export function keptRecord(person: string): RecordText {
  return readRecord(keptHere(person, recordName(record))?.text) ?? emptyRecord;
}
