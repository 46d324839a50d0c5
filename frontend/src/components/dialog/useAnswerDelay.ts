import { useEffect, useState, type KeyboardEvent } from 'react';

/**
 * Time after a question appears in which Enter and Space are ignored, in milliseconds: a key that was pressed earlier
 * is not an answer.
 */
const answerDelay = 400;

interface AnswerDelay {
  /** Whether the question can be answered by key. */
  readonly 'data-ready': boolean;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** Prevents keys that were meant for the previous screen from answering a question. For the box of the question. */
export function useAnswerDelay(): AnswerDelay {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), answerDelay);
    return () => clearTimeout(timer);
  }, []);
  return {
    'data-ready': isReady,
    onKeyDown: (event) => {
      const isInField = (event.target as Element).matches('input, textarea');
      if (isInField || (event.key !== 'Enter' && event.key !== ' ')) return;
      // A key pressed earlier may still be held down.
      if (!isReady || event.repeat) event.preventDefault();
    },
  };
}
