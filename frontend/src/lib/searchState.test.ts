import { readSearch, searchChoice, searchFlag, searchOption, searchText, writeSearch } from './searchState';

const schema = {
  q: searchText(5),
  view: searchChoice(['admin', 'user']),
  level: searchOption([1, 2, 3]),
  locked: searchFlag,
};

const empty = { q: '', view: 'admin', level: undefined, locked: false };

test.each([
  ['', empty],
  ['q=+red+', { ...empty, q: 'red' }],
  [
    'q=%F0%9D%84%9E%F0%9D%84%9E%F0%9D%84%9E%F0%9D%84%9E%F0%9D%84%9E%F0%9D%84%9E',
    { ...empty, q: '𝄞'.repeat(5) },
  ],
  ['view=user', { ...empty, view: 'user' }],
  ['view=nobody', empty],
  ['level=3', { ...empty, level: 3 }],
  ['level=4', empty],
  ['level=2.5', empty],
  ['level=two', empty],
  ['locked=true', { ...empty, locked: true }],
  ['locked=yes', empty],
])('the address %p reads as the values of its schema', (search, expected) => {
  expect(readSearch(schema, new URLSearchParams(search))).toEqual(expected);
});

test.each([
  ['q=a&level=2', { q: 'b ' }, 'q=b&level=2'],
  ['q=a&level=2', { q: ' ' }, 'level=2'],
  ['q=a', { level: 3 }, 'q=a&level=3'],
  ['q=a&level=2', { level: undefined }, 'q=a'],
  ['view=user', { view: 'admin' }, ''],
  ['other=1', { view: 'user', locked: true }, 'other=1&view=user&locked=true'],
  ['locked=true&other=1', { locked: false }, 'other=1'],
] as const)('%p with %p becomes %p', (before, changes, after) => {
  expect(writeSearch(schema, new URLSearchParams(before), changes).toString()).toBe(after);
});
