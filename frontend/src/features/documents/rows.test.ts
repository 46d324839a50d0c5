import { factory } from '@/testing/factories';
import { groupOf, makeRows } from './rows';

const dates = ['2026-03-14', '2026-03-01', '2026-02-28', '2026-02-27'];
const documents = dates.map((day) => factory.summary({ createdAt: `${day}T10:00:00.000Z` }));

const whole = (index: number) => documents[index];

test('every row has its month, which begins at its first record', () => {
  const march = { name: 'MARCH 2026', count: '2 RECORDS' };
  const february = { name: 'FEBRUARY 2026', count: '2 RECORDS' };
  expect(dates.map((_day, index) => groupOf(whole, index, 4, 'month'))).toEqual([
    { ...march, isFirst: true },
    { ...march, isFirst: false },
    { ...february, isFirst: true },
    { ...february, isFirst: false },
  ]);
});

test('a month has a count once all of it is loaded', () => {
  const loaded = (index: number) => (index < 3 ? documents[index] : undefined);
  expect(groupOf(loaded, 2, 4, 'month')).toEqual({ name: 'FEBRUARY 2026', count: null, isFirst: true });
  expect(groupOf(loaded, 3, 4, 'month')).toBeNull();
  // The previous record is not loaded.
  const later = (index: number) => (index > 1 ? documents[index] : undefined);
  expect(groupOf(later, 2, 4, 'month')).toEqual({ name: 'FEBRUARY 2026', count: null, isFirst: false });
});

test('a row stays the same object until more is known about its month', () => {
  const makeRow = makeRows();
  const loaded = (index: number) => (index < 3 ? documents[index] : undefined);
  expect(makeRow(whole, 1, 4, 'month')).toBe(makeRow(loaded, 1, 4, 'month'));
  expect(makeRow(loaded, 2, 4, 'month')).not.toBe(makeRow(whole, 2, 4, 'month'));
  expect(makeRow(whole, 0, 4, null)).toEqual({ document: documents[0], index: 0, group: null });
});

test.each([
  ['letter', ['12 lamps', '"Quiet"', 'Éclair', 'elm', 'Öl'], ['0-9', 'Q', 'E', 'E', 'O']],
  ['level', ['a', 'b', 'c', 'd', 'e'], ['LEVEL 1', 'LEVEL 2', 'LEVEL 3', 'LEVEL 4', 'LEVEL 5']],
] as const)('a list grouped by %s has the expected groups', (by, titles, expected) => {
  const rows = titles.map((title, index) => factory.summary({ title, clearanceLevel: index + 1 }));
  expect(rows.map((_row, index) => groupOf((at) => rows[at], index, rows.length, by)?.name)).toEqual(
    expected,
  );
});
