import type { AdminDocumentPage } from '@/api/endpoints';
import type { AdminDocument } from '@/api/types';

/** The rows of a list that is loaded page by page, and the row at which each page begins. */
export interface PageRows {
  readonly rows: readonly AdminDocument[];
  readonly starts: readonly number[];
}

/**
 * The pages one after another. Pages are refreshed apart from one another, so a document that has moved may be on two
 * of them for a while: it is shown once.
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

/** The numbers of the pages that some rows are on, from the first to the last of them. */
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

/** The pages with the answers that came since; the same array if none did. Nothing follows a last page. */
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
