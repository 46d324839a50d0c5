import { useState } from 'react';
import { comparisonKeys } from '@/keyboard/keys';
import { readStored, writeStored } from '@/lib/storage';
import { useKey } from './useKey';

/** How a comparison is shown: inline or side by side. */
type DiffMode = 'inline' | 'side';

/** The mode of comparisons, remembered between visits. A key changes it. */
export function useDiffMode(): readonly [DiffMode, (mode: DiffMode) => void] {
  const [mode, setMode] = useState<DiffMode>(() => (readStored('diff') === 'side' ? 'side' : 'inline'));
  const change = (next: DiffMode) => {
    writeStored('diff', next);
    setMode(next);
  };
  useKey(comparisonKeys.mode, () => change(mode === 'inline' ? 'side' : 'inline'));
  return [mode, change];
}
