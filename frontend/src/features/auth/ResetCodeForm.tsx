import { useEffect, useState } from 'react';
import { useResetPasswordMutation } from '@/api/account';
import { withTimeout, isAnswerLost } from '@/api/withTimeout';
import { Button } from '@/components/Button';
import { Callout } from '@/components/Callout';
import { Form, FormError, useFields, useForm } from '@/components/form/Form';
import { PasswordInput } from '@/components/form/PasswordInput';
import { StrengthMeter } from '@/components/form/StrengthMeter';
import { TextInput } from '@/components/form/TextInput';
import { Stack } from '@/components/Layout';
import { checkFields, type Fields } from '@/lib/checks';
import { fieldProblems, isAppError } from '@/lib/errors';
import { requiredField, newPasswordRules } from '@/lib/newPassword';
import { useRetryWait } from '@/state/useRetryWait';
import { failureText } from './login';

type ResetValues = Fields<'username' | 'resetCode' | 'newPassword'>;

const check = checkFields<ResetValues>({
  username: requiredField('Enter your username'),
  resetCode: requiredField('Enter the reset code'),
  newPassword: newPasswordRules,
});

/** It is unknown whether the code has been used. */
const lostAnswer =
  'The server did not answer. The password may have been changed already: try to sign in with the new one. If that fails, send the code again.';

interface ResetCodeFormProps {
  readonly username: string;
  /** Returns to the sign-in, with the name of an account whose password was changed. */
  readonly onDone: (changed: string | null) => void;
}

/** Sets a new password with a code from an administrator. */
export function ResetCodeForm({ username, onDone }: ResetCodeFormProps) {
  const [resetPassword] = useResetPasswordMutation();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm(check, { username, resetCode: '', newPassword: '' });
  const { values, field, isSending } = useFields(form);
  const wait = useRetryWait();
  useEffect(() => {
    form.focus(username === '' ? 'username' : 'resetCode');
    // Runs once, when the form opens.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const submit = async ({ username: typed, resetCode, newPassword }: ResetValues) => {
    const name = typed.trim();
    setProblem(null);
    try {
      await withTimeout(resetPassword({ username: name, resetCode: resetCode.trim(), newPassword }));
      onDone(name);
    } catch (error) {
      wait.note(error);
      const problems = fieldProblems(error, form.values());
      if (isAppError(error) && error.code === 'invalid_code') {
        form.set('resetCode', '');
        form.fail({ resetCode: error.message });
      } else if (Object.keys(problems).length > 0) form.fail(problems);
      else setProblem(isAnswerLost(error) ? lostAnswer : failureText(error));
    }
  };

  return (
    <Form
      form={form}
      label="Set a new password"
      onSubmit={submit}
      footer={
        <>
          <Button type="submit" variant="primary" busy={isSending} wait={wait.left}>
            Set password
          </Button>
          <Button variant="flat" onClick={() => onDone(null)}>
            Back to login
          </Button>
        </>
      }
    >
      <Callout tone="calm" lead="One-time reset code">
        <br />
        From an administrator; valid for one hour. Setting the password ends all your sessions.
      </Callout>
      <FormError title="Password not changed" message={problem} />
      <TextInput
        label="Username"
        required
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...field('username')}
      />
      <TextInput
        label="Reset code"
        required
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder="XXXX-XXXX-XXXX-XXXX"
        {...field('resetCode')}
      />
      <Stack gap="sm">
        <PasswordInput label="New password" required isSending={isSending} {...field('newPassword')} />
        <StrengthMeter password={values.newPassword} />
      </Stack>
    </Form>
  );
}
