import { useCallback, useEffect, useState } from 'react';
import { quoteLimit } from './comments';

/** Returns the selected text, if all of it is in `box`. */
function selectedIn(box: HTMLElement): string | null {
  const selection = document.getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null;
  if (!box.contains(selection.getRangeAt(0).commonAncestorContainer)) return null;
  const text = selection.toString().trim();
  return text === '' ? null : text.slice(0, quoteLimit);
}

interface Quote {
  /** The passage of the rendered text that was selected last. It stays when the selection goes. */
  readonly passage: string | null;
  /** Returns the passage that is selected now, or else the one that was selected last. */
  readonly take: () => string | null;
}

/** What a reader selects in the rendered text. Pressing a button may end the selection, so it is remembered. */
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
  // The event comes after the selection, and on a busy page after the key that asks for it.
  const take = useCallback(() => (box === null ? null : selectedIn(box)) ?? passage, [box, passage]);
  return { passage, take };
}
