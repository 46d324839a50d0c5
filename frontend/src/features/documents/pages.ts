import { documentPageSize } from '@/api/endpoints';

/**
 * Number of rows loaded before and after the visible ones: enough for nearly a second of fast scrolling, but not so
 * many that the second page of a search loads before it is scrolled, which would delay the next search.
 */
const margin = { before: 30, after: 40 } as const;

/** The pages that contain these rows and the rows around them, in order. */
export function pagesAround(rows: readonly number[], count: number): readonly number[] {
  const pages = new Set<number>();
  for (const row of rows) {
    for (const near of [row - margin.before, row, row + margin.after])
      pages.add(Math.floor(Math.max(0, Math.min(count - 1, near)) / documentPageSize));
  }
  return [...pages].sort((left, right) => left - right);
}

export function samePages(left: readonly number[], right: readonly number[]): boolean {
  return left.length === right.length && left.every((page, index) => page === right[index]);
}
