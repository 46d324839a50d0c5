import { useId, useState } from 'react';
import { useResetPasswordMutation } from '@/api/account';
import { isAppError } from '@/api/errors';
import { inTime, isAnswerLost } from '@/api/inTime';
import { Button } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import { Form, FormError, useFields, useForm } from '@/components/Form';
import { Stack } from '@/components/Layout';
import { StrengthMeter } from '@/components/StrengthMeter';
import { TextInput } from '@/components/TextInput';
import { checkFields, type Fields, type Problems } from '@/lib/checks';
import { filled, newPasswordRules, repeatedProblem } from '@/lib/newPassword';
import { failureText } from './login';

type ResetValues = Fields<'username' | 'resetCode' | 'newPassword' | 'again'>;

const checkEach = checkFields<ResetValues>({
  username: filled('Enter your username'),
  resetCode: filled('Enter the reset code'),
  newPassword: newPasswordRules,
  again: [],
});

function check(values: ResetValues): Problems<ResetValues> {
  return { ...repeatedProblem(values), ...checkEach(values) };
}

/** Nobody knows whether the code has been used. */
const lostAnswer =
  'The server did not answer. The password may have been changed already: try to sign in with the new one. If that fails, send the code again.';

interface ResetCodeDialogProps {
  /** The name that was typed to sign in. */
  readonly username: string;
  readonly onClose: () => void;
}

/** Sets a new password with a code from an administrator. */
export function ResetCodeDialog({ username, onClose }: ResetCodeDialogProps) {
  const id = useId();
  const [resetPassword] = useResetPasswordMutation();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm(check, { username, resetCode: '', newPassword: '', again: '' });
  const { values, field, isSending } = useFields(form);

  const submit = async ({ username: name, resetCode, newPassword }: ResetValues) => {
    setProblem(null);
    try {
      await inTime(resetPassword({ username: name, resetCode, newPassword }));
      onClose();
    } catch (error) {
      const fields = isAppError(error) ? (error.fields ?? []) : [];
      if (fields.length > 0)
        form.fail(Object.fromEntries(fields.map(({ field: name, message }) => [name, message])));
      else setProblem(isAnswerLost(error) ? lostAnswer : failureText(error));
    }
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Set a new password"
      description="An administrator issues reset codes. A code works once, within one hour."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" busy={isSending}>
            Set password
          </Button>
        </>
      }
    >
      <Form id={id} form={form} label="Set a new password" onSubmit={submit}>
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
          <TextInput
            label="New password"
            type="password"
            required
            autoComplete="new-password"
            {...field('newPassword')}
          />
          <StrengthMeter password={values.newPassword} />
        </Stack>
        <TextInput label="Again" type="password" required autoComplete="new-password" {...field('again')} />
      </Form>
    </Dialog>
  );
}
