import { useLayoutEffect, useState, useSyncExternalStore, type KeyboardEvent, type ReactNode } from 'react';
import styled from '@emotion/styled';
import type { Check, FieldName } from '@/lib/checks';
import { theme } from '@/theme/theme';
import { Text } from '../Text';
import { FormBox, FormFoot } from './FormBox';
import { makeForm, type Binding, type FormHandle, type FormState, type TextName } from './formStore';
import { useHeldText } from './useHeldText';

/**
 * A form with its rules. Typing does not render the component that calls this; `useFields` does. `kept` values replace
 * the initial ones. The rules may change while the form is shown.
 */
export function useForm<Values extends object>(
  check: Check<Values>,
  initial: Values,
  kept?: Values,
): FormHandle<Values> {
  const [form] = useState(() => makeForm(check, initial, kept));
  useLayoutEffect(() => {
    form.follow(check);
  }, [form, check]);
  return form;
}

export interface FieldBinding extends Binding {
  readonly value: string;
  readonly error: string | undefined;
}

interface ControlBinding<Value> {
  readonly name: string;
  readonly ref: Binding['ref'];
  readonly value: Value;
  readonly onValue: (value: Value) => void;
  readonly error: string | undefined;
}

interface FieldsOf<Values extends object> extends FormState<Values> {
  readonly field: (name: TextName<Values>) => FieldBinding;
  readonly control: <Name extends FieldName<Values>>(name: Name) => ControlBinding<Values[Name]>;
}

/** The current values of the form, and the props for the control of each field. */
export function useFields<Values extends object>(form: FormHandle<Values>): FieldsOf<Values> {
  const state = useSyncExternalStore(form.subscribe, form.state);
  return {
    ...state,
    field: (name) => ({
      ...form.bind(name),
      value: state.values[name] as string,
      error: state.problems[name],
    }),
    control: (name) => ({
      name,
      ref: form.ref(name),
      value: state.values[name],
      onValue: (value) => form.set(name, value),
      error: state.problems[name],
    }),
  };
}

interface FormProps<Values extends object> {
  readonly form: FormHandle<Values>;
  /** A returned promise prevents another submission until it is settled. */
  readonly onSubmit: (values: Values) => unknown;
  /** Called with the first message if a field is invalid. */
  readonly onInvalid?: ((message: string) => void) | undefined;
  readonly label: string;
  /** For a button outside of the form, such as in the footer of a dialog: `<Button type="submit" form={id}>`. */
  readonly id?: string | undefined;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
}

/** Whether a key event submits a multi-line text, in which Enter inserts a line. */
export function isSendKey({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key === 'Enter' && (ctrlKey || metaKey);
}

/** The form element with our own messages instead of the browser's. */
export function Form<Values extends object>({
  form,
  onSubmit,
  onInvalid,
  label,
  id,
  children,
  footer,
}: FormProps<Values>) {
  const { isDirty } = useSyncExternalStore(form.subscribe, form.state);
  useHeldText(isDirty);
  return (
    <FormBox
      id={id}
      noValidate
      aria-label={label}
      onKeyDown={(event) => {
        if (!isSendKey(event) || !(event.target instanceof HTMLTextAreaElement)) return;
        event.preventDefault();
        event.currentTarget.requestSubmit();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        const message = form.submit(onSubmit);
        if (message !== undefined) onInvalid?.(message);
      }}
    >
      {children}
      {footer !== undefined && <FormFoot>{footer}</FormFoot>}
    </FormBox>
  );
}

const Problem = styled.div`
  border: 1px solid ${theme.color.danger};
  border-left-width: 4px;
  padding: 8px 12px;
`;

interface FormErrorProps {
  /** Names the failure if the message does not. */
  readonly title?: string | undefined;
  readonly message: string | null;
}

export function FormError({ title, message }: FormErrorProps) {
  return message === null ? null : (
    <Problem role="alert">
      {title !== undefined && (
        <Text as="p" tone="danger" strong>
          {title}
        </Text>
      )}
      <Text as="p" tone="danger" size="dense">
        <b>ERR</b> {message}
      </Text>
    </Problem>
  );
}
