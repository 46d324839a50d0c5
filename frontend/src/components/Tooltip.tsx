import { useEffect, useState } from 'react';
import { whenIdle } from '@/lib/whenIdle';
import { lazyPart } from './lazyPart';

const Layer = lazyPart<object>(
  async () => (await import(/* webpackChunkName: "tooltip" */ './TooltipLayer')).TooltipLayer,
  // Tooltips only repeat or explain; the page works without them.
  { Failed: () => null },
);

/**
 * Shows the tooltips of the page, which elements request by `tip` and `cutTip`. Its code is loaded when the browser is
 * idle.
 */
export function Tooltips() {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => whenIdle(() => setWanted(true)), []);
  return isWanted ? <Layer /> : null;
}
