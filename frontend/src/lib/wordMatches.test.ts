import { requiredTerms } from './query';
import { findMatches } from './wordMatches';

const found = (query: string, text: string, most = 100) =>
  findMatches(text, requiredTerms(query), most).map(([start, end]) => text.slice(start, end));

test.each([
  ['light house', 'The House, the lights, a houseboat', ['House', 'houseboat']],
  ['house light', 'The House, the lights, a houseboat', ['House', 'lights']],
  ['"red lantern"', 'A red, red lantern; the lantern is red.', ['red lantern']],
  ['"red lantern"', 'A RED\n\nLÁNTERN.', ['RED\n\nLÁNTERN']],
  ['"red red" red', 'red red red door', ['red red red']],
  ['σισυφος', 'Ο ΣΊΣΥΦΟΣ κυλά', ['ΣΊΣΥΦΟΣ']],
  ['2', 'The ½ of it', ['½']],
  ['door -lantern', 'The lantern at the door', ['door']],
  ['level:3', 'level 3', []],
])('%p in %p is %j', (query, text, expected) => {
  expect(found(query, text)).toEqual(expected);
});

test('finds at most the given number of matches', () => {
  expect(found('a', 'a a a a', 2)).toEqual(['a', 'a']);
});
