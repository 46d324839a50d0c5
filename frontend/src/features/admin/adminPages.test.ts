import type { AdminDocumentPage } from '@/api/endpoints';
import { factory } from '@/testing/factories';
import { pagesOfRows, rowsOf, withAnswers } from './adminPages';

function page(ids: readonly string[], next: string | null): AdminDocumentPage {
  const items = ids.map((id) => ({ ...factory.document({ id }), preview: null, redacted: false }));
  return { items, total: 9, next };
}

const first = page(['a', 'b'], '1');
const second = page(['c', 'd'], '2');
const third = page(['e'], null);

test('a document that is on two pages has one row', () => {
  const { rows, starts } = rowsOf([first, page(['b', 'c'], null)]);
  expect(rows.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(starts).toEqual([0, 2]);
});

test.each([
  [[], []],
  [[0, 1], [0]],
  [
    [1, 2, 3],
    [0, 1],
  ],
  [
    [4, 0],
    [0, 1, 2],
  ],
])('rows %p are on pages %p', (rows, expected) => {
  expect(pagesOfRows(rows, [0, 2, 4])).toEqual(expected);
});

test('a refreshed page replaces only its older state', () => {
  const fresh = page(['x', 'c'], '2');
  expect(withAnswers([first, second, third], [[1, fresh]])).toEqual([first, fresh, third]);
});

test('the pages after one that has become the last are dropped', () => {
  const last = page(['a'], null);
  expect(withAnswers([first, second], [[0, last]])).toEqual([last]);
});

test('unchanged responses return the same array', () => {
  const pages = [first, second];
  expect(
    withAnswers(pages, [
      [0, first],
      [1, undefined],
    ]),
  ).toBe(pages);
});

test('a page is ignored until the page before it is loaded', () => {
  expect(withAnswers([], [[1, second]])).toEqual([]);
});
