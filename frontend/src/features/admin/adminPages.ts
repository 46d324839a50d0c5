import type { AdminDocumentPage } from '@/api/endpoints';
import type { AdminDocument } from '@/api/types';

/** The rows of a paged list, and the index of the first row of each page. */
export interface PageRows {
  readonly rows: readonly AdminDocument[];
  readonly starts: readonly number[];
}

/**
 * Joins the pages. Each page is refreshed separately, so a document that has moved may be on two of them for a while. It
 * is listed once.
 */
export function rowsOf(pages: readonly AdminDocumentPage[]): PageRows {
  const seen = new Set<string>();
  const rows: AdminDocument[] = [];
  const starts = pages.map(({ items }) => {
    const start = rows.length;
    for (const item of items) {
      if (!seen.has(item.id)) rows.push(item);
      seen.add(item.id);
    }
    return start;
  });
  return { rows, starts };
}

/** The numbers of all pages from the first to the last of these rows. */
export function pagesOfRows(rows: readonly number[], starts: readonly number[]): readonly number[] {
  const pageOf = (row: number) =>
    Math.max(
      0,
      starts.findLastIndex((start) => start <= row),
    );
  const first = pageOf(Math.min(...rows));
  const last = pageOf(Math.max(...rows));
  return rows.length === 0 ? [] : Array.from({ length: last - first + 1 }, (_page, index) => first + index);
}

/**
 * The pages with the newer responses, or the same array if there are none. Pages after one that has become the last are
 * dropped.
 */
export function withAnswers(
  pages: readonly AdminDocumentPage[],
  answers: readonly (readonly [number: number, page: AdminDocumentPage | undefined])[],
): readonly AdminDocumentPage[] {
  let next = pages;
  for (const [number, page] of answers) {
    if (page === undefined || next[number] === page || number > next.length) continue;
    const after = page.next === null ? [] : next.slice(number + 1);
    next = [...next.slice(0, number), page, ...after];
  }
  return next;
}
