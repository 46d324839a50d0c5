import { useKeyMap } from './useKeyMap';

/**
 * A single-key shortcut of a screen. It does nothing in a field, in a dialog, with a modifier, and while shortcuts are
 * off.
 */
export function useKey(key: string, run: () => void): void {
  useKeyMap({ [key]: run });
}
