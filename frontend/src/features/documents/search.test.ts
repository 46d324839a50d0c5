import { maxSearchLength, places } from '@/lib/places';
import { readSearch } from '@/lib/searchState';
import { filtersIn, filtersOf, groupingOf, isNarrowed, ordersOf, searchOf } from './search';

const read = (search: string, clearanceLevel: number) =>
  filtersOf(readSearch(places.documents.search, new URLSearchParams(search)), {
    clearanceLevel,
    level: null,
  });

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
  ['q=x&sort=newest', 3, { q: 'x', sort: 'newest' }],
  ['q=x&sort=relevance', 3, { q: 'x' }],
  ['sort=newest', 3, {}],
  ['sort=oldest', 3, { sort: 'oldest' }],
  ['sort=title&author=k-osei', 3, { sort: 'title', author: 'k-osei' }],
  ['q=x&sort=level', 3, { q: 'x' }],
  ['sort=length&author=%20', 3, {}],
  ['q=x&level=1&category=SITE&other=1', 1, { q: 'x', level: 1, category: 'SITE' }],
])('the address %p at clearance level %p filters by %p', (search, level, expected) => {
  expect(read(search, level)).toEqual(expected);
});

test("an overlong search is cut to the server's limit between whole characters", () => {
  expect(read(`q=${encodeURIComponent('𝄞'.repeat(maxSearchLength + 1))}`, 1).q).toBe(
    '𝄞'.repeat(maxSearchLength),
  );
});

test('empty filters do not filter', () => {
  const narrowed = [{}, { level: 2 }, { author: 'k-osei' }, { sort: 'oldest' as const }];
  expect(narrowed.map(isNarrowed)).toEqual([false, true, true, false]);
});

test('a list is grouped by its order', () => {
  const dates = [{}, { level: 2 }, { sort: 'oldest' as const }, { q: 'x', sort: 'newest' as const }];
  expect(dates.map(groupingOf)).toEqual(['month', 'month', 'month', 'month']);
  expect([{ sort: 'title' as const }, { sort: 'level' as const }, { q: 'x' }].map(groupingOf)).toEqual([
    'letter',
    'level',
    null,
  ]);
});

test('the default order is by best match in a search, otherwise newest first', () => {
  expect(ordersOf(true).map(({ label }) => label)).toEqual(['BEST MATCH', 'NEWEST FIRST']);
  expect(ordersOf(false).map(({ label }) => label)).toEqual([
    'NEWEST FIRST',
    'OLDEST FIRST',
    'BY TITLE',
    'BY LEVEL',
  ]);
});

test("stored filters are restored without a level above the user's own", () => {
  const filters = { q: 'red & "door"', sort: 'newest', level: 3, category: 'SITE' } as const;
  expect(filtersIn(searchOf(filters), { clearanceLevel: 3, level: null })).toEqual(filters);
  expect(filtersIn(searchOf(filters), { clearanceLevel: 2, level: null })).toEqual({
    q: filters.q,
    sort: 'newest',
    category: 'SITE',
  });
  expect(filtersIn(searchOf({}), { clearanceLevel: 2, level: null })).toEqual({});
});

test('a preview level is part of the request, but neither filters the list nor is stored with the filters', () => {
  const filters = filtersIn('q=x&level=3', { clearanceLevel: 2, level: 2 });
  expect(filters).toEqual({ as: 2, q: 'x' });
  expect([isNarrowed(filters), isNarrowed({ as: 2 })]).toEqual([true, false]);
  expect(searchOf(filters)).toBe('q=x');
});
