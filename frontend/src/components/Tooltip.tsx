import { useEffect, useState } from 'react';
import { whenIdle } from '@/lib/whenIdle';
import { lazyPart } from './lazyPart';

const Layer = lazyPart<object>(
  async () => (await import(/* webpackChunkName: "tooltip" */ './TooltipLayer')).TooltipLayer,
  // Tooltips repeat or explain; the page is complete without them.
  { Failed: () => null },
);

/** Shows the tooltips of the page, which elements ask for by `tip` and `cutTip`. Its code comes in a quiet moment. */
export function Tooltips() {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => whenIdle(() => setWanted(true)), []);
  return isWanted ? <Layer /> : null;
}
