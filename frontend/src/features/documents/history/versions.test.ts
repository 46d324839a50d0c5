import { factory } from '@/testing/factories';
import { levelWords, pairOf, rowOfVersion } from './versions';

const versions = [3, 2, 1].map((versionNumber) => factory.version({ versionNumber }));

test.each([
  [undefined, undefined, 2, 3],
  [undefined, 2, 1, 2],
  [undefined, 1, null, 1],
  [3, 1, 3, 1],
  [9, 9, 2, 3],
  [2, 2, 2, 2],
])('base %p and shown %p compare %p with %p', (a, b, base, shown) => {
  const pair = pairOf(versions, a, b);
  expect(pair?.base?.versionNumber ?? null).toBe(base);
  expect(pair?.shown.versionNumber).toBe(shown);
});

test('an empty list of versions has no pair', () => {
  expect(pairOf([], 1, 2)).toBeNull();
});

test.each([
  ['The hour was wrong.', 2, 'The hour was wrong.'],
  [null, 1, 'First text'],
  ['', 2, 'No description'],
])('the change %p of version %p is called %p', (changeDescription, versionNumber, expected) => {
  expect(rowOfVersion(factory.version({ changeDescription, versionNumber })).description).toBe(expected);
});

test.each([
  [2, 3, 'stays L3; a revert never lowers it'],
  [4, 3, 'rises to L4'],
])('a revert to a version of level %p from level %p: %s', (clearanceLevel, level, expected) => {
  expect(levelWords(factory.version({ clearanceLevel }), level)).toBe(expected);
});
