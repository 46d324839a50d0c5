import { useEffect } from 'react';
import { byPerson } from '@/lib/activity';
import { isScreenKeyTaken } from '@/lib/keyEvents';
import { useAppSelector } from '@/state/hooks';

/** The first row below the bar at the top of the window. */
function firstVisibleRow(): HTMLElement | undefined {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const top = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  return rows.find((row) => row.getBoundingClientRect().top >= top) ?? rows[0];
}

/** What a key does with the row that has the focus: presses the control of the row that is marked with it. */
function actOnRow(key: string): boolean {
  const row = document.activeElement?.closest('[data-row]');
  // Written keys are letters, which need no escape in a selector.
  const control = /^[a-z]$/.test(key) ? row?.querySelector<HTMLElement>(`[data-row-key="${key}"]`) : null;
  control?.click();
  return control !== null && control !== undefined;
}

/**
 * `j` and `k` move the focus into the list from anywhere on the page. Inside it, the list handles them, and the keys that its
 * controls are marked with (`data-row-key`) press those of the row with the focus.
 */
export function useRowKeys(): void {
  const enabled = useAppSelector((state) => state.ui.hotkeys);
  useEffect(() => {
    if (!enabled) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (isScreenKeyTaken(event)) return;
      if (event.key !== 'j' && event.key !== 'k') {
        if (!event.repeat && byPerson(() => actOnRow(event.key))) event.preventDefault();
        return;
      }
      const link = firstVisibleRow()?.querySelector<HTMLElement>('a, button, [data-stop]');
      if (!link) return;
      event.preventDefault();
      link.focus();
    };
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
    };
  }, [enabled]);
}
