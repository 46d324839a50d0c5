import { splitByMatches } from './matches';

const plain = (text: string) => ({ text, match: false });
const match = (text: string) => ({ text, match: true });

test.each([
  ['no ranges', 'the red door', null, [plain('the red door')]],
  ['an empty list', 'the red door', [], [plain('the red door')]],
  ['one range', 'the red door', [[4, 7]], [plain('the '), match('red'), plain(' door')]],
  [
    'ranges at both ends',
    'red or blue',
    [
      [0, 3],
      [7, 11],
    ],
    [match('red'), plain(' or '), match('blue')],
  ],
  [
    'ranges that touch',
    'redder',
    [
      [0, 3],
      [3, 6],
    ],
    [match('red'), match('der')],
  ],
  // A character outside the Basic Multilingual Plane has two UTF-16 code units.
  ['a range behind an emoji', '🛰 red', [[3, 6]], [plain('🛰 '), match('red')]],
  ['a range beyond the text', 'red', [[1, 9]], [plain('red')]],
  ['an empty range', 'red', [[1, 1]], [plain('red')]],
  [
    'ranges that overlap',
    'redder',
    [
      [0, 3],
      [2, 6],
    ],
    [match('red'), plain('der')],
  ],
  ['an incomplete range', 'red', [[1]], [plain('red')]],
  ['an empty text', '', [[0, 1]], []],
])('splits a text by %s', (_what, text, ranges, expected) => {
  expect(splitByMatches(text, ranges)).toEqual(expected);
});
