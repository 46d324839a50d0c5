import { useState } from 'react';
import { comparisonKeys } from '@/keyboard/keys';
import { readStored, writeStored } from '@/lib/storage';
import { useKey } from './useKey';

/** How a comparison is shown: in one text, or beside one another. */
type DiffMode = 'inline' | 'side';

/** How comparisons are shown, remembered between visits. A key changes it. */
export function useDiffMode(): readonly [DiffMode, (mode: DiffMode) => void] {
  const [mode, setMode] = useState<DiffMode>(() => (readStored('diff') === 'side' ? 'side' : 'inline'));
  const change = (next: DiffMode) => {
    writeStored('diff', next);
    setMode(next);
  };
  useKey(comparisonKeys.mode, () => change(mode === 'inline' ? 'side' : 'inline'));
  return [mode, change];
}
