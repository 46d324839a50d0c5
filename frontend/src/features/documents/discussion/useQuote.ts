import { useEffect, useState } from 'react';
import { quoteLimit } from './comments';

/** Returns the selected text, if all of it is in `box`. */
function selectedIn(box: HTMLElement): string | null {
  const selection = document.getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null;
  if (!box.contains(selection.getRangeAt(0).commonAncestorContainer)) return null;
  const text = selection.toString().trim();
  return text === '' ? null : text.slice(0, quoteLimit);
}

/**
 * The passage of the rendered text that was selected last. It stays when the selection goes, because pressing a button
 * may end it.
 */
export function useQuote(box: HTMLElement | null): string | null {
  const [passage, setPassage] = useState<string | null>(null);
  useEffect(() => {
    if (box === null) return undefined;
    const look = () => {
      const text = selectedIn(box);
      if (text !== null) setPassage(text);
    };
    document.addEventListener('selectionchange', look);
    return () => {
      document.removeEventListener('selectionchange', look);
    };
  }, [box]);
  return passage;
}
