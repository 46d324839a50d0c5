import { useEffect } from 'react';
import { isKeyTaken } from '@/lib/keyEvents';

/** Calls back with the place (from 0) of the menu entry whose number was pressed. */
export function useNumberKeys(enabled: boolean, count: number, choose: (index: number) => void): void {
  useEffect(() => {
    if (!enabled) return undefined;
    const onKey = (event: KeyboardEvent) => {
      const index = /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : -1;
      if (index < 0 || index >= count || isKeyTaken(event)) return;
      event.preventDefault();
      choose(index);
    };
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
    };
  }, [enabled, count, choose]);
}
