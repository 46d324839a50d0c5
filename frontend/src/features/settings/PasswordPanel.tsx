import { useState } from 'react';
import { useChangePasswordMutation } from '@/api/account';
import { describeError, isAppError } from '@/api/errors';
import { inTime, isAnswerLost } from '@/api/inTime';
import { Button } from '@/components/Button';
import { Form, FormError, useFields, useForm } from '@/components/Form';
import { Frame } from '@/components/Frame';
import { Grid, Stack } from '@/components/Layout';
import { StrengthMeter } from '@/components/StrengthMeter';
import { TextInput } from '@/components/TextInput';
import { checkFields, type Fields, type Problems } from '@/lib/checks';
import { filled, newPasswordRules, repeatedProblem } from '@/lib/newPassword';

type PasswordValues = Fields<'currentPassword' | 'newPassword' | 'again'>;

const empty: PasswordValues = { currentPassword: '', newPassword: '', again: '' };

const checkEach = checkFields<PasswordValues>({
  currentPassword: filled('Enter your current password'),
  newPassword: newPasswordRules,
  again: [],
});

function check(values: PasswordValues): Problems<PasswordValues> {
  return { ...repeatedProblem(values), ...checkEach(values) };
}

/** The fields that a refusal is about; nothing for one about something else. */
function problemsOf(error: unknown): Problems<PasswordValues> {
  if (!isAppError(error)) return {};
  if (error.code === 'invalid_credentials') return { currentPassword: error.message };
  const named = (error.fields ?? []).filter(({ field }) => Object.hasOwn(empty, field));
  return Object.fromEntries(named.map(({ field, message }) => [field, message]));
}

/** Nobody knows which of the two passwords is in effect. */
const lostAnswer =
  'The server did not answer. The password may have been changed already: if the current one is refused when you try again, the new one is in effect.';

/** Changes the password. What is typed here is kept nowhere. */
export function PasswordPanel() {
  const [changePassword] = useChangePasswordMutation();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm(check, empty);
  const { values, field, isSending } = useFields(form);

  const submit = async ({ currentPassword, newPassword }: PasswordValues) => {
    setProblem(null);
    try {
      await inTime(changePassword({ currentPassword, newPassword }));
      form.reset();
    } catch (error) {
      const problems = problemsOf(error);
      if (Object.keys(problems).length > 0) form.fail(problems);
      else setProblem(isAnswerLost(error) ? lostAnswer : describeError(error));
    }
  };

  return (
    <Frame caption="Password">
      <Form
        form={form}
        label="Change password"
        onSubmit={submit}
        footer={
          <Button type="submit" busy={isSending}>
            Change password
          </Button>
        }
      >
        <FormError title="Password not changed" message={problem} />
        <TextInput
          label="Current password"
          type="password"
          required
          autoComplete="current-password"
          {...field('currentPassword')}
        />
        <Grid columns="minmax(0, 1fr) minmax(0, 1fr)" gap="lg" collapse="phone">
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
        </Grid>
      </Form>
    </Frame>
  );
}
