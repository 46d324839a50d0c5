import { useEffect, useEffectEvent, useState } from 'react';

/** Whether a drag carries files from outside of the browser. */
function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true;
}

/**
 * Takes files that are dropped anywhere on the page, except where something else takes them. The browser would leave
 * the page for a file that is dropped beside a form. Returns whether files are being dragged over the page.
 */
export function useFileDrop(take: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const receive = useEffectEvent(take);
  useEffect(() => {
    // A picture of the page itself is dragged as a file too.
    let isOwn = false;
    const listeners = {
      dragstart: () => {
        isOwn = true;
      },
      dragend: () => {
        isOwn = false;
      },
      dragover: (event: DragEvent) => {
        if (isOwn || !hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      },
      dragleave: ({ relatedTarget }: DragEvent) => {
        if (!(relatedTarget instanceof Node)) setOver(false);
      },
      drop: (event: DragEvent) => {
        setOver(false);
        const files = [...(event.dataTransfer?.files ?? [])];
        if (isOwn || event.defaultPrevented || files.length === 0) return;
        event.preventDefault();
        receive(files);
      },
    };
    const all = Object.entries(listeners) as [string, EventListener][];
    for (const [name, listener] of all) document.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of all) document.removeEventListener(name, listener);
    };
  }, []);
  return isOver;
}
