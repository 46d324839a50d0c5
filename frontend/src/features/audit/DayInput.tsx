import { useState } from 'react';
import type { FieldProps } from '@/components/form/Field';
import { TextInput } from '@/components/form/TextInput';
import { isDay } from '@/lib/dates';

interface DayInputProps extends Pick<FieldProps, 'label' | 'hideLabel'> {
  readonly placeholder: string;
  /** `YYYY-MM-DD`, or empty. */
  readonly value: string;
  readonly onSettle: (day: string) => void;
}

/**
 * A filter by date, typed as `YYYY-MM-DD`, because native date fields use the format of the browser's language. It
 * filters as soon as the date is complete. Invalid text is kept, and reported when the field loses the focus.
 */
export function DayInput({ value, onSettle, ...input }: DayInputProps) {
  const [text, setText] = useState(value);
  const [reported, setReported] = useState(value);
  const [left, setLeft] = useState(false);
  if (value !== reported) {
    setReported(value);
    setText(value);
  }
  const isValid = text.trim() === '' || isDay(text.trim());
  return (
    <TextInput
      {...input}
      inputMode="numeric"
      autoComplete="off"
      maxLength={10}
      value={text}
      error={left && !isValid ? 'Use the form YYYY-MM-DD.' : undefined}
      onChange={(event) => {
        const typed = event.target.value;
        setText(typed);
        setLeft(false);
        const day = typed.trim();
        // An incomplete date does not filter.
        const next = isDay(day) ? day : '';
        if (next !== reported) {
          setReported(next);
          onSettle(next);
        }
      }}
      onBlur={() => setLeft(true)}
    />
  );
}
