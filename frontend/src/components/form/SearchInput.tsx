import { useEffect, useLayoutEffect, useRef } from 'react';
import { pressedBy } from '@/keyboard/controls';
import { shellKeys } from '@/keyboard/keys';
import { touchOnly } from '@/lib/touch';
import { TextInput } from './TextInput';

/**
 * Pause in typing before the search starts, in milliseconds, by number of letters; the last value applies to all longer
 * texts. One or two letters match nearly everything, cost the most and are rarely a complete search. With a pause
 * shorter than the time between two keys, every incomplete word would be searched, and the complete one would wait for
 * those searches.
 */
const rests = [0, 240, 200, 150] as const;

function restAfter(text: string): number {
  return rests[Math.min(text.trim().length, rests.length - 1)] ?? 0;
}

interface SearchInputProps {
  readonly label: string;
  readonly hideLabel?: boolean;
  /** Text of the empty field; hidden on touch-only devices. */
  readonly placeholder?: string;
  /** Maximum length of a search that the server accepts, in characters. */
  readonly maxLength: number;
  readonly value: string;
  readonly onSearch: (text: string) => void;
}

function focusOn(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: selector === 'main h1' });
}

/**
 * Searches after a pause in typing and on Enter, which then moves to the results. The input keeps its own text, so that
 * a slow response does not overwrite newer typing. Only a search from outside (the address, the back button) replaces
 * it.
 */
export function SearchInput({
  label,
  hideLabel,
  placeholder = 'type / to focus',
  maxLength,
  value,
  onSearch,
}: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const asked = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isWaiting = useRef(false);
  const search = useRef(onSearch);

  useEffect(() => {
    search.current = onSearch;
  }, [onSearch]);

  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    clearTimeout(timer.current);
    isWaiting.current = false;
    if (input.current) input.current.value = value;
  }, [value]);

  useEffect(() => () => clearTimeout(timer.current), []);
  useLayoutEffect(() => pressedBy(shellKeys.filter)(input.current), []);

  const shown = useRef(value);
  /** Marks whether the results of a text are not on screen yet, in which case Enter waits. */
  const mark = (text: string) => {
    if (input.current) input.current.dataset.pending = String(text.trim() !== shown.current);
  };
  useEffect(() => {
    shown.current = value;
    mark(input.current?.value ?? '');
  }, [value]);

  const searchNow = (text: string) => {
    clearTimeout(timer.current);
    isWaiting.current = false;
    asked.current = text.trim();
    search.current(text);
  };
  const searchAfter = (text: string, wait: number) => {
    clearTimeout(timer.current);
    isWaiting.current = true;
    timer.current = setTimeout(() => searchNow(text), wait);
  };

  return (
    <TextInput
      ref={input}
      type="search"
      label={label}
      hideLabel={hideLabel}
      placeholder={touchOnly() ? (hideLabel === true ? label : undefined) : placeholder}
      defaultValue={value}
      maxLength={maxLength}
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="search"
      onChange={(event) => {
        mark(event.target.value);
        searchAfter(event.target.value, restAfter(event.target.value));
      }}
      onBlur={(event) => {
        // The user may be leaving for another screen. A later search would bring them back.
        if (isWaiting.current) searchNow(event.target.value);
      }}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        const text = event.currentTarget.value;
        const isSearched = asked.current === text.trim();
        if (event.key === 'Enter' && !isSearched) {
          searchAfter(text, 0);
        } else if (event.key === 'Enter' || event.key === 'ArrowDown') {
          // Otherwise Enter would also activate the focused result.
          event.preventDefault();
          focusOn('main [data-row] :is(a, button)');
        } else if (event.key === 'Escape') {
          // The browser would empty the field.
          event.preventDefault();
          focusOn('main h1');
        }
      }}
    />
  );
}
