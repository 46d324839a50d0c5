import { useEffect, useRef, useState } from 'react';

/** How long typing has to rest before it is reported, in milliseconds. */
const rest = 300;

interface Settled {
  /** The text in the field. */
  readonly text: string;
  /** Takes what is typed, and reports it when typing rests. */
  readonly type: (text: string) => void;
  /** Reports the text now: at Enter, and when the field is left. */
  readonly settle: () => void;
}

/**
 * The text of a filter. `value` is what is filtered by; the field keeps what is typed until it is reported, and takes
 * over a value that comes from elsewhere, such as the address.
 */
export function useSettled(value: string, onSettle: (text: string) => void): Settled {
  const [text, setText] = useState(value);
  const [reported, setReported] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (value !== reported) {
    setReported(value);
    setText(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const report = (typed: string) => {
    clearTimeout(timer.current);
    if (typed.trim() === reported) return;
    setReported(typed.trim());
    onSettle(typed.trim());
  };
  return {
    text,
    type: (typed) => {
      setText(typed);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => report(typed), rest);
    },
    settle: () => report(text),
  };
}
