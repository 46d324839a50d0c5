import { useLayoutEffect, useRef } from 'react';
import { isScreenKeyTaken } from '@/lib/keyEvents';
import { sequenceTime } from '@/lib/keySequence';
import { controlOf } from '@/state/useRowKeys';

/** The keys that are shortcuts here or on every screen, so they do not begin a line. */
const shortcuts = new Set(['/', '?', ':', 'j', 'k', 'r', ' ']);

interface HomeKeys {
  /** Whether single-key shortcuts are on. */
  readonly enabled: boolean;
  /** Number of the menu's lines. */
  readonly count: number;
  readonly choose: (index: number) => void;
  /** Opens the most urgent item. */
  readonly first: () => void;
  /** Types into the command line. */
  readonly type: (text: string) => void;
  /** Recalls the last line. */
  readonly recall: () => void;
}

/** Whether the key press happened on the page itself, and not on a link, a button or a row. */
function isOnPage(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : null;
  return !target?.closest('a, button, [data-row], [role]');
}

/** What a key means here: nothing, or something to do. */
type Meaning = (() => void) | null;

/** What a shortcut does; `undefined` if the key is none. */
function shortcut(key: string, { count, choose, first }: HomeKeys): Meaning | undefined {
  const index = /^[1-9]$/.test(key) ? Number(key) - 1 : -1;
  if (index >= 0 && index < count) {
    return () => {
      choose(index);
    };
  }
  if (key === 'r') return first;
  // A key of the focused row is its own.
  if (controlOf(key) !== null) return null;
  return shortcuts.has(key) ? null : undefined;
}

/** What a character means, `g` before it or not. */
function meaningOf(key: string, afterHeldG: boolean, keys: HomeKeys): Meaning {
  const found = keys.enabled && !afterHeldG ? shortcut(key, keys) : undefined;
  if (found !== undefined) return found;
  // A blank presses what has the focus, or scrolls.
  if (key === ' ') return null;
  return () => {
    keys.type(afterHeldG ? `g${key}` : key);
  };
}

/**
 * The keys of the main terminal: a digit opens the menu's line, `r` the most urgent item, and whatever else is typed
 * anywhere goes to the command line. A `g` waits for its second key: it may begin a sequence or a word.
 */
export function useHomeKeys(keys: HomeKeys): void {
  const current = useRef(keys);
  useLayoutEffect(() => {
    current.current = keys;
  });
  // Before the screen is painted: a key that follows at once would otherwise be missed, and the next one misread.
  useLayoutEffect(() => {
    let heldSince = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent) => {
      const isHeld = event.timeStamp - heldSince < sequenceTime;
      heldSince = Number.NEGATIVE_INFINITY;
      if (isScreenKeyTaken(event)) return;
      if (event.key === 'g' && current.current.enabled) {
        // The second of two may begin a sequence as well as the first.
        if (isHeld) current.current.type('g');
        heldSince = event.timeStamp;
        return;
      }
      const recalls = event.key === 'ArrowUp' && isOnPage(event) && window.scrollY === 0;
      const character = event.key.length === 1 ? meaningOf(event.key, isHeld, current.current) : null;
      const meaning = recalls ? current.current.recall : character;
      if (meaning === null) return;
      event.preventDefault();
      meaning();
    };
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
    };
  }, []);
}
