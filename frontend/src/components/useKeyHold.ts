import { useLayoutEffect } from 'react';
import { holdForLayer } from '@/keyboard/keyboard';

/** Keeps single keys from the page while a dialog is wanted, also until its code has arrived. */
export function useKeyHold(isWanted: boolean): void {
  useLayoutEffect(() => (isWanted ? holdForLayer({ isWanted: () => true }) : undefined), [isWanted]);
}
