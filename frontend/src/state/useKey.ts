import { useKeyMap } from './useKeyMap';

/**
 * A single-key shortcut of a screen. It has no effect in a field, in a dialog, with a modifier, or while shortcuts are
 * off.
 */
export function useKey(key: string, run: () => void): void {
  useKeyMap({ [key]: run });
}
