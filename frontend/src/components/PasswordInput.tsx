import { useState } from 'react';
import styled from '@emotion/styled';
import { Button } from './Button';
import { controlStyle } from './controlStyle';
import type { FieldBinding } from './Form';
import { Field, type FieldProps } from './Field';

const Pair = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 8px;
`;

const Input = styled.input(controlStyle);

interface PasswordInputProps extends FieldProps, Omit<FieldBinding, 'error'> {
  /** The form is being sent: what was shown is hidden again. */
  readonly isSending: boolean;
}

/** A new password, which can be shown while it is typed. */
export function PasswordInput({
  label,
  hint,
  error,
  required,
  hideLabel,
  isSending,
  ...input
}: PasswordInputProps) {
  const [isShown, setShown] = useState(false);
  if (isSending && isShown) setShown(false);
  return (
    <Field label={label} hint={hint} error={error} required={required} hideLabel={hideLabel}>
      {(control) => (
        <Pair>
          <Input
            type={isShown ? 'text' : 'password'}
            autoComplete="new-password"
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...control}
          />
          <Button
            aria-pressed={isShown}
            aria-label={`Show ${label.toLowerCase()}`}
            onClick={() => {
              setShown(!isShown);
            }}
          >
            Show
          </Button>
        </Pair>
      )}
    </Field>
  );
}
