import { requiredTerms } from './query';

/** A term as text: words separated by blanks, with `*` after an open one. */
const read = (query: string) =>
  requiredTerms(query).map(({ words, isOpen }) => words.join(' ') + (isOpen ? '*' : ''));

// The same cases as the server's tests, so that both parse a query alike.
test.each([
  ['Red LANTERN', ['red', 'lantern*']],
  ['"red lantern" door', ['red lantern', 'door*']],
  ['door "red lantern"', ['door', 'red lantern']],
  ['door -red', ['door']],
  ['-"red lantern" door', ['door*']],
  ['-red', []],
  ['"lantern"', ['lantern']],
  ['"red lantern', ['red lantern']],
  ['IR-000123', ['ir', '000123*']],
  ['red - door', ['red', 'door*']],
  ['door"red lantern"', ['door', 'red lantern']],
  ['lantern level:3', ['lantern']],
  ['foo" OR NEAR( bar*', ['foo', 'or near bar']],
  ['x :y', ['x', 'y*']],
  ['LEVEL:3 category:incident author:Mercer after:2026-03-01 before:2026-04-01 is:archived', []],
  ['author:"dr mercer" category:"containment protocol" gate', ['gate*']],
  ['level:9', ['level', '9*']],
  ['tint:red', ['tint', 'red*']],
  ['before:yesterday', ['before', 'yesterday*']],
  ['before:2026-02-30', ['before', '2026', '02', '30*']],
  ['is:open', ['is', 'open*']],
  ['category:"no such"', ['category', 'no such']],
  ['level: 3', ['level', '3*']],
  ['door -level:3', ['door']],
  ['constructor:x', ['constructor', 'x*']],
  [' "*-: ', []],
  ['', []],
])('the query %p requires %j', (query, expected) => {
  expect(read(query)).toEqual(expected);
});

test('only the first sixteen words of a query count', () => {
  expect(read('a '.repeat(100))).toEqual(Array.from({ length: 16 }, () => 'a'));
  expect(read(`${'a '.repeat(15)}"b c" d`)).toHaveLength(15);
});
