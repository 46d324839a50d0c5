import { useLayoutEffect } from 'react';
import { holdForLayer } from '@/lib/keyHold';

/** Keeps single keys from the page while a dialog is wanted, also until its code has arrived. */
export function useKeyHold(isWanted: boolean): void {
  useLayoutEffect(() => (isWanted ? holdForLayer(() => true) : undefined), [isWanted]);
}
