import { isNarrowed, maxSearchLength, readFilters, withFilter } from './search';

test.each([
  ['', 3, {}],
  ['q=red+door', 3, { q: 'red door' }],
  ['q=%20%20', 3, {}],
  ['level=3', 3, { level: 3 }],
  ['level=4', 3, {}],
  ['level=0', 3, {}],
  ['level=2.5', 3, {}],
  ['level=two', 3, {}],
  ['category=CONTAINMENT%20PROTOCOL', 3, { category: 'CONTAINMENT PROTOCOL' }],
  ['category=POETRY', 3, {}],
  ['q=x&level=1&category=SITE&other=1', 1, { q: 'x', level: 1, category: 'SITE' }],
])('%p at level %p', (query, level, expected) => {
  expect(readFilters(new URLSearchParams(query), level)).toEqual(expected);
});

test('an overlong search is cut to what the server takes, between whole characters', () => {
  const { q } = readFilters(new URLSearchParams({ q: '𝄞'.repeat(maxSearchLength + 1) }), 1);
  expect(q).toBe('𝄞'.repeat(maxSearchLength));
});

test.each([
  ['q=a&level=2', 'q', 'b ', 'q=b&level=2'],
  ['q=a&level=2', 'q', ' ', 'level=2'],
  ['q=a', 'level', '3', 'q=a&level=3'],
  ['q=a&level=2', 'level', '', 'q=a'],
] as const)('%p with %p = %p', (before, name, value, after) => {
  expect(withFilter(new URLSearchParams(before), name, value).toString()).toBe(after);
});

test('nothing narrows an empty filter', () => {
  expect([isNarrowed({}), isNarrowed({ level: 2 })]).toEqual([false, true]);
});
