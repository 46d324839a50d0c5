import { useCallback, useEffect, useState } from 'react';
import { quoteLimit } from './comments';

/** Returns the selected text if all of it is in `box`. */
function selectedIn(box: HTMLElement): string | null {
  const selection = document.getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null;
  if (!box.contains(selection.getRangeAt(0).commonAncestorContainer)) return null;
  const text = selection.toString().trim();
  return text === '' ? null : text.slice(0, quoteLimit);
}

interface Quote {
  /** The last selected passage of the rendered text. It is kept when the selection is cleared. */
  readonly passage: string | null;
  /** Returns the currently selected passage, otherwise the last one. */
  readonly take: () => string | null;
}

/** The selection in the rendered text. Pressing a button may clear the selection, so it is remembered. */
export function useQuote(box: HTMLElement | null): Quote {
  const [passage, setPassage] = useState<string | null>(null);
  useEffect(() => {
    if (box === null) return undefined;
    const look = () => {
      const text = selectedIn(box);
      if (text !== null) setPassage(text);
    };
    document.addEventListener('selectionchange', look);
    return () => document.removeEventListener('selectionchange', look);
  }, [box]);
  // The event follows the selection with a delay, on a busy page even after the key that needs it.
  const take = useCallback(() => (box === null ? null : selectedIn(box)) ?? passage, [box, passage]);
  return { passage, take };
}
