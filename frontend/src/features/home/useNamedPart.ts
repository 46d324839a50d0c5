import { useEffect, useRef, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';
import { focusRow } from '@/components/list/rowKeys';
import { paths } from '@/lib/paths';

/**
 * Shows the news and puts the focus on their first row whenever somebody goes to their address, also from the same
 * page. Without a row the panel itself takes it.
 */
export function useNamedPart(firstRow: number): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  const { hash, key } = useLocation();
  const isNamed = hash !== '' && paths.news.endsWith(hash);
  useEffect(() => {
    const part = box.current;
    if (!isNamed || part === null) return;
    part.scrollIntoView();
    if (!focusRow(part, firstRow, true)) part.focus({ preventScroll: true });
    // The rows may change their numbers later; the focus is moved when the address is entered.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isNamed, key]);
  return box;
}
