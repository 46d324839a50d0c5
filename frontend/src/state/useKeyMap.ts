import { moveKeys } from '@/keyboard/keys';
import { useScope } from '@/keyboard/useScope';

/** Functions by the character that their key types. */
export type KeyMap = Readonly<Record<string, () => void>>;

const moves: ReadonlySet<string> = new Set(Object.values(moveKeys));

const nothing = () => undefined;

/**
 * Single-key shortcuts of a screen. They work anywhere on the page except in fields, in dialogs and with a modifier,
 * and not while the user has turned shortcuts off.
 */
export function useKeyMap(keys: KeyMap): void {
  useScope('screen', ({ key, isRepeat }) => {
    if (!Object.hasOwn(keys, key)) return null;
    // A key that is held down repeats a move but nothing else.
    return (isRepeat && !moves.has(key) ? nothing : keys[key]) ?? null;
  });
}
