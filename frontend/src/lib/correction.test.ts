import { corrected } from './correction';

test.each([
  ['lantren', 'lantern', 'lantern'],
  ['red Lantren door', 'lantern', 'red lantern door'],
  ['"red lantrn" -gate level:3', 'lantern', '"red lantern" -gate level:3'],
  ['lanternn', 'lantern', 'lantern'],
  ['kantern', 'lantern', 'lantern'],
  ['café lántrn', 'lantern', 'café lantern'],
  // The word as it is needs no correction, and two slips are too many.
  ['lantern', 'lantern', null],
  ['lnatren', 'lantern', null],
  ['', 'lantern', null],
])('%p with %p is %p', (query, suggestion, expected) => {
  expect(corrected(query, suggestion)).toBe(expected);
});
