import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm, type DefaultValues, type FieldValues, type UseFormReturn } from 'react-hook-form';
import type { ZodMiniType } from 'zod/mini';
import { theme } from '@/theme/theme';
import { FormBox as Box, FormFoot as Foot } from './FormBox';
import { Text } from './Text';
import { useHeldText } from './useHeldText';

/** A form over a schema: checked on submit, then as the operator types. The first wrong field gets the focus. */
export function useZodForm<Values extends FieldValues>(
  schema: ZodMiniType<Values, Values>,
  defaultValues: DefaultValues<Values>,
): UseFormReturn<Values, unknown, Values> {
  return useForm<Values, unknown, Values>({
    resolver: standardSchemaResolver(schema),
    defaultValues,
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  });
}

interface FormProps<Values extends FieldValues> {
  readonly form: UseFormReturn<Values, unknown, Values>;
  /** A promise keeps the form submitting until it has ended. */
  readonly onSubmit: (values: NoInfer<Values>) => unknown;
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
export function Form<Values extends FieldValues>({
  form,
  onSubmit,
  onInvalid,
  label,
  id,
  children,
  footer,
}: FormProps<Values>) {
  useHeldText(form.formState.isDirty);
  return (
    <Box
      id={id}
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        void form.handleSubmit(
          (values) => onSubmit(values),
          (errors) => {
            const first = Object.values(errors).find((error) => typeof error?.message === 'string');
            if (typeof first?.message === 'string') onInvalid?.(first.message);
          },
        )(event);
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
