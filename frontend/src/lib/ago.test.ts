import { formatAgo, formatUntil, isWithinADay } from './ago';

const now = Date.parse('2026-03-14T12:00:00.000Z');

test.each([
  ['2026-03-14T11:59:30.000Z', 'now'],
  ['2026-03-14T12:00:09.000Z', 'now'],
  ['2026-03-14T11:55:00.000Z', '5 min ago'],
  ['2026-03-14T08:00:00.000Z', '4 h ago'],
  ['2026-03-13T12:00:00.000Z', 'yesterday'],
  ['2026-03-12T11:00:00.000Z', '2 days ago'],
  ['2026-02-01T11:00:00.000Z', '2026-02-01'],
  ['nonsense', 'UNKNOWN'],
  [null, 'UNKNOWN'],
])('%p was %s', (value, expected) => {
  expect(formatAgo(value, now)).toBe(expected);
});

test.each([
  ['2026-03-14T12:00:20.000Z', 'in 1 min'],
  ['2026-03-14T12:40:00.000Z', 'in 40 min'],
  ['2026-03-14T17:30:00.000Z', 'in 5 h'],
  ['2026-03-16T13:00:00.000Z', 'in 2 days'],
  ['2026-03-14T11:00:00.000Z', 'now'],
  [undefined, 'UNKNOWN'],
])('%p is %s', (value, expected) => {
  expect(formatUntil(value, now)).toBe(expected);
});

test('tells whether less than a day is left', () => {
  expect(isWithinADay('2026-03-15T11:59:59.000Z', now)).toBe(true);
  expect(isWithinADay('2026-03-15T12:00:00.000Z', now)).toBe(false);
  expect(isWithinADay(null, now)).toBe(false);
});
