import { useState } from 'react';
import { readStored, writeStored } from '@/lib/storage';

/** Row density: one line, or also the start of the text. */
export type Density = 'comfortable' | 'compact';

/** The row density of the repository, remembered between visits. */
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
