import { useLayoutEffect } from 'react';
import { holdForRows } from '@/keyboard/keyboard';
import { moveKeys } from '@/keyboard/keys';
import { useScope } from '@/keyboard/useScope';

/** The first row below the bar at the top of the window. */
function firstVisibleRow(): HTMLElement | undefined {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const top = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  return rows.find((row) => row.getBoundingClientRect().top >= top) ?? rows[0];
}

/** The control that a key presses while a row has the focus: of the row, or with a capital of the whole list. */
export function controlOf(key: string): HTMLElement | null {
  const row = document.activeElement?.closest('[data-row]') ?? null;
  // Written keys are letters, which need no escape in a selector.
  if (row === null || !/^[a-z]$/i.test(key)) return null;
  return key === key.toLowerCase()
    ? row.querySelector<HTMLElement>(`[data-row-key="${key}"]`)
    : document.querySelector<HTMLElement>(`[data-list-key="${key}"]`);
}

/**
 * `j` and `k` move the focus into the list from anywhere on the page, and wait for one that is loading. Inside it, the list handles them, and the keys that its
 * controls are marked with (`data-row-key`) press those of the row with the focus. Capitals press those of a list
 * (`data-list-key`).
 */
export function useRowKeys(): void {
  useLayoutEffect(holdForRows, []);
  useScope('screen', ({ key, isRepeat }) => {
    if (key === moveKeys.next || key === moveKeys.previous) {
      const link = firstVisibleRow()?.querySelector<HTMLElement>('a, button, [data-stop]');
      return link ? () => link.focus() : null;
    }
    const control = isRepeat ? null : controlOf(key);
    return control && (() => control.click());
  });
}
