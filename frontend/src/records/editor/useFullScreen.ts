import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { textKeys } from '@/keyboard/keys';
import { useScope } from '@/keyboard/useScope';
import { isPressed } from '@/lib/commandKey';

/**
 * Whether a text fills the window, and a function that toggles this. The shortcut works anywhere in the form and
 * returns the focus to the text. Escape and sending the form leave full screen, because other fields may need a look.
 */
export function useFullScreen(area: RefObject<HTMLTextAreaElement | null>): readonly [boolean, () => void] {
  const [isFull, setFull] = useState(false);
  const wasFull = useRef(isFull);
  const toggle = useCallback(() => setFull((before) => !before), []);
  useScope('field', (press) => {
    const isLeaving = isFull && press.key === 'Escape' && press.modifiers === '';
    return isLeaving || isPressed(press, textKeys.fullScreen) ? toggle : null;
  });
  useEffect(() => {
    if (wasFull.current === isFull) return;
    wasFull.current = isFull;
    area.current?.focus();
  }, [area, isFull]);
  useEffect(() => {
    const form = area.current?.form;
    if (!isFull || !form) return undefined;
    const leave = () => flushSync(() => setFull(false));
    form.addEventListener('submit', leave, true);
    return () => form.removeEventListener('submit', leave, true);
  }, [area, isFull]);
  return [isFull, toggle];
}
