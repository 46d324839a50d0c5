import { useEffect, useRef } from 'react';
import { TextInput } from './TextInput';

/** How long typing has to rest before it is searched for, in milliseconds. */
const rest = 150;

interface SearchInputProps {
  readonly label: string;
  /** The longest search the server takes, in characters. */
  readonly maxLength: number;
  /** What is being searched for. */
  readonly value: string;
  readonly onSearch: (text: string) => void;
}

/**
 * Searches when typing rests. The input keeps its own text, so that a slow answer never takes back what was typed
 * since; only a search that came from elsewhere (the address, the back button) is written into it.
 */
export function SearchInput({ label, maxLength, value, onSearch }: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const asked = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const search = useRef(onSearch);

  useEffect(() => {
    search.current = onSearch;
  }, [onSearch]);

  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    clearTimeout(timer.current);
    if (input.current) input.current.value = value;
  }, [value]);

  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );

  return (
    <TextInput
      ref={input}
      type="search"
      label={label}
      placeholder="type / to focus"
      data-filter
      defaultValue={value}
      maxLength={maxLength}
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="search"
      onChange={(event) => {
        const text = event.target.value;
        clearTimeout(timer.current);
        timer.current = setTimeout(() => {
          asked.current = text.trim();
          search.current(text);
        }, rest);
      }}
    />
  );
}
