import { useState } from 'react';
import { Button } from '../Button';
import type { FieldProps } from './Field';
import type { FieldBinding } from './Form';
import { TextInput } from './TextInput';

interface PasswordInputProps extends FieldProps, Omit<FieldBinding, 'error'> {
  /** The form is being sent: a shown password is hidden again. */
  readonly isSending: boolean;
}

/** A new password that can be shown while it is typed. */
export function PasswordInput({ isSending, ...field }: PasswordInputProps) {
  const [isShown, setShown] = useState(false);
  if (isSending && isShown) setShown(false);
  return (
    <TextInput
      type={isShown ? 'text' : 'password'}
      autoComplete="new-password"
      autoCapitalize="none"
      spellCheck={false}
      side={
        <Button
          aria-pressed={isShown}
          aria-label={`Show ${field.label.toLowerCase()}`}
          onClick={() => setShown(!isShown)}
        >
          Show
        </Button>
      }
      {...field}
    />
  );
}
