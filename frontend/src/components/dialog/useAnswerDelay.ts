import { useEffect, useState, type KeyboardEvent } from 'react';

/**
 * How long a question takes no answer by Enter or Space after it appears, in milliseconds: a key pressed earlier is
 * none.
 */
const answerDelay = 400;

interface AnswerDelay {
  /** Whether the question has been on screen for long enough to be answered by key. */
  readonly 'data-ready': boolean;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * Keeps a question from being answered by keys that were meant for what was there before it. For the box of the
 * question.
 */
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
      // The key that was pressed before may still be held down.
      if (!isReady || event.repeat) event.preventDefault();
    },
  };
}
