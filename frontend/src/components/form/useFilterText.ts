import { useEffect, useRef, useState } from 'react';

/** Pause in typing before the text is reported, in milliseconds. */
const rest = 300;

interface FilterText {
  readonly text: string;
  /** Stores typed text, and reports it when typing pauses. */
  readonly type: (text: string) => void;
  /** Reports the text now, on Enter and when the field loses the focus. */
  readonly settle: () => void;
}

/**
 * The text of a filter. `value` is the applied filter; the field keeps typed text until it is reported, and adopts a
 * value that changes elsewhere, such as in the address.
 */
export function useFilterText(value: string, onSettle: (text: string) => void): FilterText {
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
