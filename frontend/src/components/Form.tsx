import { useState, useSyncExternalStore, type ReactNode } from 'react';
import styled from '@emotion/styled';
import type { Check, Fields } from '@/lib/checks';
import { theme } from '@/theme/theme';
import { FormBox as Box, FormFoot as Foot } from './FormBox';
import { makeForm, type Binding, type FormHandle, type FormState } from './formStore';
import { Text } from './Text';
import { useHeldText } from './useHeldText';

export type { FormHandle } from './formStore';

/** A form over its rules. The component that makes it is not rendered again by what is typed: `useFields` reads that. */
export function useForm<Name extends string>(check: Check<Name>, initial: Fields<Name>): FormHandle<Name> {
  const [form] = useState(() => makeForm(check, initial));
  return form;
}

/** What a control is given. */
interface FieldBinding extends Binding {
  readonly value: string;
  readonly error: string | undefined;
}

/** What the form holds now, and what to spread into the control of a field. */
export function useFields<Name extends string>(
  form: FormHandle<Name>,
): FormState<Name> & { readonly field: (name: Name) => FieldBinding } {
  const state = useSyncExternalStore(form.subscribe, form.state);
  return {
    ...state,
    field: (name) => ({
      ...form.bind(name),
      value: state.values[name],
      error: state.problems[name],
    }),
  };
}

interface FormProps<Name extends string> {
  readonly form: FormHandle<Name>;
  readonly onSubmit: (values: Fields<Name>) => unknown;
  /** Called with the first message when a field is wrong. */
  readonly onInvalid?: ((message: string) => void) | undefined;
  /** Names the form. */
  readonly label: string;
  /** For a button that stands elsewhere, such as in the foot of a dialog: `<Button type="submit" form={id}>`. */
  readonly id?: string | undefined;
  readonly children: ReactNode;
  /** Buttons. */
  readonly footer?: ReactNode;
}

/** The form element: no browser bubbles, our own messages. */
export function Form<Name extends string>({
  form,
  onSubmit,
  onInvalid,
  label,
  id,
  children,
  footer,
}: FormProps<Name>) {
  const { dirty } = useSyncExternalStore(form.subscribe, form.state);
  useHeldText(dirty);
  return (
    <Box
      id={id}
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        const message = form.refuse();
        if (message === undefined) void onSubmit(form.values());
        else onInvalid?.(message);
      }}
    >
      {children}
      {footer !== undefined && <Foot>{footer}</Foot>}
    </Box>
  );
}

const Problem = styled.div`
  border: 1px solid ${theme.color.danger};
  border-left-width: 4px;
  padding: 8px 12px;
`;

/** What the server said about the whole form. */
export function FormError({ message }: { readonly message: string | null }) {
  return message === null ? null : (
    <Problem role="alert">
      <Text tone="danger" size="dense">
        <b>ERR</b> {message}
      </Text>
    </Problem>
  );
}
