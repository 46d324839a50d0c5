import { factory } from '@/testing/factories';
import { makeRows, monthAt, monthOf } from './rows';

const dates = ['2026-03-14', '2026-03-01', '2026-02-28', '2026-02-27'];
const documents = dates.map((day) => factory.summary({ createdAt: `${day}T10:00:00.000Z` }));

test('a month begins at its first record, and is counted once all of it is loaded', () => {
  const whole = (index: number) => documents[index];
  const heads = dates.map((_day, index) => monthAt(whole, index, 4));
  expect(heads).toEqual([
    { name: 'MARCH 2026', count: '2 RECORDS' },
    null,
    { name: 'FEBRUARY 2026', count: '2 RECORDS' },
    null,
  ]);
  const loaded = (index: number) => (index < 3 ? documents[index] : undefined);
  expect(monthAt(loaded, 2, 4)).toEqual({ name: 'FEBRUARY 2026', count: null });
  // The record before it is not loaded.
  expect(monthAt((index) => (index === 2 ? documents[2] : undefined), 2, 4)).toBeNull();
});

test('every row knows the head of its month, with the count once all of the month is loaded', () => {
  const whole = (index: number) => documents[index];
  const march = { name: 'MARCH 2026', count: '2 RECORDS' };
  const february = { name: 'FEBRUARY 2026', count: '2 RECORDS' };
  expect(dates.map((_day, index) => monthOf(whole, index, 4))).toEqual([march, march, february, february]);
  const later = (index: number) => (index > 2 ? documents[index] : undefined);
  expect(monthOf(later, 3, 4)).toEqual({ name: 'FEBRUARY 2026', count: null });
  expect(monthOf(later, 2, 4)).toBeNull();
});

test('a row stays the same object until the head of its month changes', () => {
  const makeRow = makeRows();
  const loaded = (index: number) => (index < 3 ? documents[index] : undefined);
  const whole = (index: number) => documents[index];
  expect(makeRow(whole, 1, 4, true)).toBe(makeRow(loaded, 1, 4, true));
  expect(makeRow(loaded, 2, 4, true)).not.toBe(makeRow(whole, 2, 4, true));
  expect(makeRow(whole, 0, 4, false)).toEqual({ document: documents[0], index: 0, month: null });
});
