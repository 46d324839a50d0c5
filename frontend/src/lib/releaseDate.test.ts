import { localTime, releaseOf, releaseProblem, releaseWords, typedRelease } from './releaseDate';

test.each([
  ['2026-12-01T10:30', '2026-12-01T10:30:00.000Z'],
  ['2026-12-01T10:30:15', '2026-12-01T10:30:15.000Z'],
  ['', null],
  ['2026-12-01', null],
  ['2026-13-01T10:30', null],
  ['tomorrow', null],
])('the field %j says %j', (typed, at) => {
  expect(releaseOf(typed)).toBe(at);
});

test('the field shows a time of the server in UTC, to the minute', () => {
  expect(typedRelease('2026-12-01T10:30:15.000Z')).toBe('2026-12-01T10:30');
  expect(typedRelease(null)).toBe('');
});

test('only a time in the future is accepted; none is', () => {
  const now = Date.parse('2026-12-01T10:30:00Z');
  expect(releaseProblem('', now)).toBeUndefined();
  expect(releaseProblem('2026-12-01T10:31', now)).toBeUndefined();
  expect(releaseProblem('2026-12-01T10:30', now)).toBe('The release date must be in the future');
  expect(releaseProblem('soon', now)).toBe('Enter a date and a time, or leave both empty');
});

test('a time is said in UTC and in the zone of the reader', () => {
  expect(localTime('2026-12-01T23:30:00.000Z', 'Europe/Berlin')).toBe('2026-12-02 00:30 GMT+1');
  expect(releaseWords('2026-12-01T23:30:00.000Z', 'Europe/Berlin')).toBe(
    '2026-12-01 23:30 UTC, 2026-12-02 00:30 GMT+1',
  );
});
