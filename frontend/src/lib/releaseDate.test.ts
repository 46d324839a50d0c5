import { localTime, releaseOf, releaseProblem, releaseWords, typedRelease } from './releaseDate';

test.each([
  ['2026-12-01 10:30', '2026-12-01T10:30:00.000Z'],
  [' 2026-12-01  10:30 ', '2026-12-01T10:30:00.000Z'],
  ['2026-12-01T10:30', '2026-12-01T10:30:00.000Z'],
  ['2026-12-01T10:30:15', '2026-12-01T10:30:15.000Z'],
  ['', null],
  ['2026-12-01', null],
  ['2026-13-01 10:30', null],
  ['2026-02-30 10:30', null],
  ['2026-12-01 24:30', null],
  ['12/01/2026 10:30', null],
  ['tomorrow', null],
])('the input %j is read as %j', (typed, at) => {
  expect(releaseOf(typed)).toBe(at);
});

test('the field shows a server time in UTC, to the minute', () => {
  expect(typedRelease('2026-12-01T10:30:15.000Z')).toBe('2026-12-01 10:30');
  expect(typedRelease(null)).toBe('');
});

test('only a time in the future or none is accepted', () => {
  const now = Date.parse('2026-12-01T10:30:00Z');
  expect(releaseProblem('', now)).toBeUndefined();
  expect(releaseProblem('2026-12-01 10:31', now)).toBeUndefined();
  expect(releaseProblem('2026-12-01 10:30', now)).toBe('The release date must be in the future');
  expect(releaseProblem('soon', now)).toBe('Use the form YYYY-MM-DD HH:MM, or leave the field empty');
});

test("a time is shown in UTC and in the reader's zone", () => {
  expect(localTime('2026-12-01T23:30:00.000Z', 'Europe/Berlin')).toBe('2026-12-02 00:30 GMT+1');
  expect(releaseWords('2026-12-01T23:30:00.000Z', 'Europe/Berlin')).toBe(
    '2026-12-01 23:30 UTC, 2026-12-02 00:30 GMT+1',
  );
});

test("a time is shown once if the reader's zone is UTC", () => {
  expect(releaseWords('2026-12-01T23:30:00.000Z', 'UTC')).toBe('2026-12-01 23:30 UTC');
});
