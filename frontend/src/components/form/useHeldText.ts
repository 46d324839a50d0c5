import { useEffect } from 'react';
import { holdText } from '@/lib/unsaved';

/** Prevents automatic reloads of the page while a form holds text. */
export function useHeldText(held: boolean): void {
  useEffect(() => (held ? holdText() : undefined), [held]);
}
