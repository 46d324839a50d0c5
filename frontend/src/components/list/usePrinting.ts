import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

let isPrinting = false;

function subscribe(changed: () => void): () => void {
  const tell = ({ type }: Event) => {
    isPrinting = type === 'beforeprint';
    // The browser lays out the page for paper as soon as this returns.
    flushSync(changed);
  };
  window.addEventListener('beforeprint', tell);
  window.addEventListener('afterprint', tell);
  return () => {
    window.removeEventListener('beforeprint', tell);
    window.removeEventListener('afterprint', tell);
  };
}

/** Whether the page is being printed, which also needs rows that are otherwise rendered only in view. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isPrinting);
}
