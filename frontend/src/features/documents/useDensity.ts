import { useState } from 'react';
import { readStored, writeStored } from '@/lib/storage';

/** How much of a record a row shows: one line, or the start of its text as well. */
export type Density = 'comfortable' | 'compact';

/** How much the rows of the repository show, remembered between visits. */
export function useDensity(): readonly [Density, (density: Density) => void] {
  const [density, setDensity] = useState<Density>(() =>
    readStored('density') === 'compact' ? 'compact' : 'comfortable',
  );
  return [
    density,
    (next) => {
      writeStored('density', next);
      setDensity(next);
    },
  ];
}
