import { useEffect } from 'react';
import { isKeyTaken } from '@/lib/keyEvents';
import { useAppSelector } from '@/state/hooks';

/** The first row below the bar at the top of the window. */
function firstVisibleRow(): HTMLElement | undefined {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const top = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  return rows.find((row) => row.getBoundingClientRect().top >= top) ?? rows[0];
}

/** `j` and `k` move the focus into the list from anywhere on the page. Inside it, the list handles them. */
export function useRowKeys(): void {
  const enabled = useAppSelector((state) => state.ui.hotkeys);
  useEffect(() => {
    if (!enabled) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if ((event.key !== 'j' && event.key !== 'k') || isKeyTaken(event)) return;
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
