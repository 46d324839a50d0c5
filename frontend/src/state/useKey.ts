import { useEffect, useRef } from 'react';
import { isScreenKeyTaken } from '@/lib/keyEvents';
import { useAppSelector } from './hooks';

/** A single-key shortcut of a screen. It does nothing in a field, in a dialog, with a modifier, and while shortcuts are off. */
export function useKey(key: string, run: () => void): void {
  const enabled = useAppSelector((state) => state.ui.hotkeys);
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  }, [run]);
  useEffect(() => {
    if (!enabled) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== key || isScreenKeyTaken(event)) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
    };
  }, [enabled, key]);
}
