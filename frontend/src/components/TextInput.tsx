import type { InputHTMLAttributes, Ref } from 'react';
import styled from '@emotion/styled';
import { controlStyle } from './controlStyle';
import { Field, type FieldProps } from './Field';

const Input = styled.input(controlStyle);

interface TextInputProps
  extends FieldProps, Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'required' | keyof FieldProps> {
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

/** One line of text. Spread `field('name')` of `useFields` into it. */
export function TextInput({ label, hint, error, required, hideLabel, ...input }: TextInputProps) {
  return (
    <Field label={label} hint={hint} error={error} required={required} hideLabel={hideLabel}>
      {(control) => <Input type="text" {...input} {...control} />}
    </Field>
  );
}
