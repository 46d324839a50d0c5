import { useMemo } from 'react';
import { documentPageSize } from '@/api/endpoints';
import type { Records } from './useRecords';

/** The authors at the beginning of a list, as suggestions. */
export function useAuthors({ itemAt, counts }: Records): readonly string[] {
  const rows = Math.min(counts?.matching ?? 0, documentPageSize);
  return useMemo(() => {
    const names = Array.from({ length: rows }, (_row, index) => itemAt(index)?.submittedByUsername);
    return [...new Set(names.filter((name) => name !== undefined))].sort((one, other) =>
      one.localeCompare(other),
    );
  }, [itemAt, rows]);
}
