import { correctQuery } from './correction';

test.each([
  ['lantren', 'lantern', 'lantern'],
  ['red Lantren door', 'lantern', 'red lantern door'],
  ['"red lantrn" -gate level:3', 'lantern', '"red lantern" -gate level:3'],
  ['lanternn', 'lantern', 'lantern'],
  ['kantern', 'lantern', 'lantern'],
  ['café lántrn', 'lantern', 'café lantern'],
  // A correct word needs no correction, and two mistakes are too many.
  ['lantern', 'lantern', null],
  ['lnatren', 'lantern', null],
  ['', 'lantern', null],
])('the query %p corrected by %p is %p', (query, suggestion, expected) => {
  expect(correctQuery(query, suggestion)).toBe(expected);
});
