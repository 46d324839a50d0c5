import { useEffect, useRef } from 'react';
import { byPerson } from '@/lib/activity';
import { isScreenKeyTaken } from '@/lib/keyEvents';
import { useAppSelector } from './hooks';

/** What each key does, by the character it types. */
export type KeyMap = Readonly<Record<string, () => void>>;

const moves: ReadonlySet<string> = new Set(['j', 'k']);

/**
 * Single keys of a screen. They work from anywhere on the page except in fields, in dialogs and with a modifier, and not
 * while the reader has switched single-key shortcuts off.
 */
export function useKeyMap(keys: KeyMap): void {
  const enabled = useAppSelector((state) => state.ui.hotkeys);
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    if (!enabled) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (isScreenKeyTaken(event) || !Object.hasOwn(latest.current, event.key)) return;
      event.preventDefault();
      // A key held down moves on and on, but does nothing else twice.
      if (event.repeat && !moves.has(event.key)) return;
      byPerson(() => latest.current[event.key]?.());
    };
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
    };
  }, [enabled]);
}
