import { useId } from 'react';
import type { FieldProps } from './Field';
import { TextInput } from './TextInput';
import { useFilterText } from './useFilterText';

interface SuggestInputProps extends Pick<FieldProps, 'label' | 'hideLabel'> {
  readonly placeholder: string;
  readonly maxLength: number;
  readonly suggestions: readonly string[];
  readonly value: string;
  readonly onSettle: (text: string) => void;
}

/** A filter by name with suggestions. It filters after a pause in typing, on Enter, and when it loses the focus. */
export function SuggestInput({ suggestions, value, onSettle, ...input }: SuggestInputProps) {
  const list = useId();
  const { text, type, settle } = useFilterText(value, onSettle);
  return (
    <>
      <TextInput
        {...input}
        list={list}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => type(event.target.value)}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) settle();
        }}
      />
      <datalist id={list}>
        {suggestions.map((suggestion) => (
          <option key={suggestion} value={suggestion} />
        ))}
      </datalist>
    </>
  );
}
