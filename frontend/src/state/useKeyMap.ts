import { moveKeys } from '@/keyboard/keys';
import { useScope } from '@/keyboard/useScope';

/** What each key does, by the character it types. */
export type KeyMap = Readonly<Record<string, () => void>>;

const moves: ReadonlySet<string> = new Set(Object.values(moveKeys));

const nothing = () => undefined;

/**
 * Single keys of a screen. They work from anywhere on the page except in fields, in dialogs and with a modifier, and
 * not while the reader has switched single-key shortcuts off.
 */
export function useKeyMap(keys: KeyMap): void {
  useScope('screen', ({ key, isRepeat }) => {
    if (!Object.hasOwn(keys, key)) return null;
    // A key held down moves on and on, but does nothing else twice.
    return (isRepeat && !moves.has(key) ? nothing : keys[key]) ?? null;
  });
}
