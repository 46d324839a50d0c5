import { atLeast, atMost, checkFields, where } from './checks';

const check = checkFields<{ name: string; word: string; note: string }>({
  name: [atLeast(1, 'empty'), atMost(3, 'long'), where((value) => value !== 'xyz', 'taken')],
  word: [atLeast(2, 'short')],
  note: [],
});

test.each([
  [{ name: 'a', word: 'ok', note: '' }, {}],
  [{ name: '', word: 'ok', note: '' }, { name: 'empty' }],
  [{ name: 'abc', word: 'o', note: 'x' }, { word: 'short' }],
  [
    { name: 'abcd', word: '', note: '' },
    { name: 'long', word: 'short' },
  ],
  [{ name: 'xyz', word: 'ok', note: '' }, { name: 'taken' }],
])('%j: %j', (values, problems) => {
  expect(check(values)).toEqual(problems);
});

test('problems are in the order of the fields', () => {
  expect(Object.keys(check({ note: '', word: '', name: '' }))).toEqual(['name', 'word']);
});
