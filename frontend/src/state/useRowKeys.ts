import { useLayoutEffect } from 'react';
import { controlOf } from '@/keyboard/controls';
import { registerRowList } from '@/keyboard/keyboard';
import { moveKeys } from '@/keyboard/keys';
import { useScope } from '@/keyboard/useScope';

/** The first row below the bar at the top of the window. */
function firstVisibleRow(): HTMLElement | undefined {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const top = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  return rows.find((row) => row.getBoundingClientRect().top >= top) ?? rows[0];
}

/**
 * The control that a letter activates while a row has the focus: that of the row or, for a capital, that of the list.
 */
export function controlOfRow(key: string): HTMLElement | null {
  const row = document.activeElement?.closest('[data-row]') ?? null;
  if (row === null || !/^[a-z]$/i.test(key)) return null;
  return key === key.toLowerCase() ? controlOf(key, row) : controlOf(key);
}

/**
 * `j` and `k` move the focus into the list from anywhere on the page, and wait for a list that is loading. Inside of
 * it, the list handles them, and the keys of its controls (`pressedBy`) activate those of the focused row. Capitals
 * activate those of the list.
 */
export function useRowKeys(): void {
  useLayoutEffect(registerRowList, []);
  useScope('screen', ({ key, isRepeat }) => {
    if (key === moveKeys.next || key === moveKeys.previous) {
      const link = firstVisibleRow()?.querySelector<HTMLElement>('a, button, [data-stop]');
      return link ? () => link.focus() : null;
    }
    const control = isRepeat ? null : controlOfRow(key);
    return control && (() => control.click());
  });
}
