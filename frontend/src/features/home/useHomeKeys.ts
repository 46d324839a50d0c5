import { useLayoutEffect } from 'react';
import { isStartOfVerb } from '@/commands/table';
import { homeKeys, moveKeys, shellKeys } from '@/keyboard/keys';
import { setCommandWords } from '@/keyboard/keyboard';
import { useScope } from '@/keyboard/useScope';
import { controlOfRow } from '@/state/useRowKeys';

/** The keys that are shortcuts here or on every screen, so they do not start a line. */
const shortcuts = new Set<string>([' ', ...Object.values({ ...shellKeys, ...moveKeys, ...homeKeys })]);

interface HomeKeys {
  /** Whether single-key shortcuts are on. */
  readonly enabled: boolean;
  /** Number of lines in the menu. */
  readonly count: number;
  readonly choose: (index: number) => void;
  readonly first: () => void;
  readonly type: (text: string) => void;
  readonly recall: () => void;
}

/** Whether the focus is on the page itself and not on a link, a button or a row. */
function isOnPage(): boolean {
  return !document.activeElement?.closest('a, button, [data-row], [role]');
}

/** The command of a key, or `null` for none. */
type KeyCommand = (() => void) | null;

/** The command of a shortcut; `undefined` if the key is not a shortcut. */
function shortcut(key: string, { count, choose, first }: HomeKeys): KeyCommand | undefined {
  const index = /^[1-9]$/.test(key) ? Number(key) - 1 : -1;
  if (index >= 0 && index < count) {
    return () => choose(index);
  }
  if (key === homeKeys.urgent) return first;
  // A key of the focused row belongs to the row.
  if (controlOfRow(key) !== null) return null;
  return shortcuts.has(key) ? null : undefined;
}

/** The command of a character, after a pending `g` or without one. */
function meaningOf(key: string, before: string, keys: HomeKeys): KeyCommand {
  const found = keys.enabled && before === '' ? shortcut(key, keys) : undefined;
  if (found !== undefined) return found;
  // The space key activates the focused element, or scrolls.
  if (key === ' ') return null;
  return () => keys.type(before + key);
}

/**
 * The keys of the main terminal: a digit opens the menu's line, `r` the most urgent item, and all other typing goes to
 * the command line. A `g` waits for a second key, because it may start a sequence or a word.
 */
export function useHomeKeys(keys: HomeKeys): void {
  useLayoutEffect(() => setCommandWords(isStartOfVerb), []);
  useScope(
    'screen',
    ({ key, after }) => {
      // The second key may start a sequence as well as the first.
      if (key === 'g' && keys.enabled) {
        return () => {
          if (after === key) keys.type(key);
        };
      }
      if (key === 'ArrowUp') return isOnPage() && window.scrollY === 0 ? keys.recall : null;
      return key.length === 1 ? meaningOf(key, after ?? '', keys) : null;
    },
    true,
  );
}
