import { useEffect } from 'react';
import { holdText } from '@/lib/unsaved';

/** Keeps the page from being reloaded behind the operator's back while a form holds text. */
export function useHeldText(held: boolean): void {
  useEffect(() => (held ? holdText() : undefined), [held]);
}
