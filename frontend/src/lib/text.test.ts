import {
  countCharacters,
  countWords,
  formatBytes,
  formatCount,
  plural,
  shorten,
  formatDuration,
} from './text';

test.each([
  ['short', 10, 'short'],
  ['exactly 10', 10, 'exactly 10'],
  ['twelve chars', 6, 'twelve…'],
  ['ends in a space here', 10, 'ends in a…'],
  ['ends in a word', 12, 'ends in a…'],
  ['whole words only', 11, 'whole words…'],
  ['cut by the server…', 18, 'cut by the server…'],
  ['cut by the server… again', 18, 'cut by the server…'],
  ['🛰🛰🛰', 2, '🛰🛰…'],
])('%p is shortened to %d characters', (text, length, expected) => {
  expect(shorten(text, length)).toBe(expected);
});

test.each([
  ['', 0],
  ['  \n ', 0],
  ['one', 1],
  ["It isn't 3.5 well-kept.", 4],
  ['- **two** words', 2],
  ['شُكراً جزيلاً', 2],
  ['e\u0301tude', 1],
])('%p has %d words', (text, expected) => {
  expect(countWords(text)).toBe(expected);
});

test('plurals', () => {
  expect([plural(0, 'record'), plural(1, 'record'), plural(2, 'entry', 'entries')]).toEqual([
    '0 records',
    '1 record',
    '2 entries',
  ]);
});

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.0 KB'],
  [10485760, '10.0 MB'],
  [1073741823, '1024.0 MB'],
  [2040109466, '1.9 GB'],
])('%d bytes', (bytes, expected) => {
  expect(formatBytes(bytes)).toBe(expected);
});

test.each([
  ['', 0],
  ['plain', 5],
  ['𝄞a𝄞', 3],
  ['\uD834', 1],
  ['\uDD1E\uD834', 2],
])('%p has %d characters', (text, count) => {
  expect(countCharacters(text)).toBe(count);
  expect(countCharacters(text)).toBe(Array.from(text).length);
});

test('a large number has thousands separators', () => {
  expect([0, 999, 1000, 200_000, 12_345_678].map(formatCount)).toEqual([
    '0',
    '999',
    '1,000',
    '200,000',
    '12,345,678',
  ]);
});

test.each([
  [1, '1 second'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [900, '15 minutes'],
  [3600, '1 hour'],
  [14_400, '4 hours'],
  [5400, '1 hour 30 minutes'],
])('a duration of %d seconds is shown as %s', (seconds, expected) => {
  expect(formatDuration(seconds)).toBe(expected);
});
