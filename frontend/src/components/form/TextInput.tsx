import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import styled from '@emotion/styled';
import { controlStyle, Field, type FieldProps } from './Field';
import { refusalIn, replaceHarmless, trimEnds } from './refusals';

const Input = styled.input(controlStyle);

interface TextInputProps
  extends FieldProps, Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'required' | keyof FieldProps> {
  readonly ref?: Ref<HTMLInputElement> | undefined;
  /** A button beside the control. */
  readonly side?: ReactNode;
}

const Pair = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 8px;
`;

/** Single-line text. Spread `field('name')` of `useFields` into it. */
export function TextInput({ label, hint, error, required, hideLabel, side, ...input }: TextInputProps) {
  const isText = (input.type ?? 'text') === 'text';
  const refusal = isText ? refusalIn(label, input.value, 'line') : undefined;
  return (
    <Field label={label} hint={hint} error={error} {...refusal} required={required} hideLabel={hideLabel}>
      {(control) => {
        const box = (
          <Input
            type="text"
            dir="auto"
            {...input}
            {...control}
            onChange={(event) => {
              if (isText) replaceHarmless(event.target, 'line');
              input.onChange?.(event);
            }}
            onBlur={(event) => {
              if (isText) trimEnds(event.target);
              input.onBlur?.(event);
            }}
          />
        );
        return side === undefined ? (
          box
        ) : (
          <Pair>
            {box}
            {side}
          </Pair>
        );
      }}
    </Field>
  );
}
