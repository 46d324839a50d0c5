import { factory } from '@/testing/factories';
import { makeRows, monthOf } from './rows';

const dates = ['2026-03-14', '2026-03-01', '2026-02-28', '2026-02-27'];
const documents = dates.map((day) => factory.summary({ createdAt: `${day}T10:00:00.000Z` }));

const whole = (index: number) => documents[index];

test('every row knows its month, which begins at its first record', () => {
  const march = { name: 'MARCH 2026', count: '2 RECORDS' };
  const february = { name: 'FEBRUARY 2026', count: '2 RECORDS' };
  expect(dates.map((_day, index) => monthOf(whole, index, 4))).toEqual([
    { ...march, isFirst: true },
    { ...march, isFirst: false },
    { ...february, isFirst: true },
    { ...february, isFirst: false },
  ]);
});

test('a month is counted once all of it is loaded', () => {
  const loaded = (index: number) => (index < 3 ? documents[index] : undefined);
  expect(monthOf(loaded, 2, 4)).toEqual({ name: 'FEBRUARY 2026', count: null, isFirst: true });
  expect(monthOf(loaded, 3, 4)).toBeNull();
  // The record before it is not loaded.
  const later = (index: number) => (index > 1 ? documents[index] : undefined);
  expect(monthOf(later, 2, 4)).toEqual({ name: 'FEBRUARY 2026', count: null, isFirst: false });
});

test('a row stays the same object until its month is known better', () => {
  const makeRow = makeRows();
  const loaded = (index: number) => (index < 3 ? documents[index] : undefined);
  expect(makeRow(whole, 1, 4, true)).toBe(makeRow(loaded, 1, 4, true));
  expect(makeRow(loaded, 2, 4, true)).not.toBe(makeRow(whole, 2, 4, true));
  expect(makeRow(whole, 0, 4, false)).toEqual({ document: documents[0], index: 0, month: null });
});
