import { useEffect, useRef, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';
import { focusRow } from '@/components/list/rowKeys';
import { paths } from '@/lib/paths';

/**
 * Scrolls to the notifications and focuses their first row whenever their address is opened, also from the same page.
 * Without a row the panel itself gets the focus.
 */
export function useNotificationsFocus(firstRow: number): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  const { hash, key } = useLocation();
  const isNamed = hash !== '' && paths.news.endsWith(hash);
  useEffect(() => {
    const part = box.current;
    if (!isNamed || part === null) return;
    part.scrollIntoView();
    if (!focusRow(part, firstRow, true)) part.focus({ preventScroll: true });
    // The rows may be renumbered later; the focus moves only when the address is opened.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isNamed, key]);
  return box;
}
