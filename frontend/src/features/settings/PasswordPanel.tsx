import { useState } from 'react';
import { useChangePasswordMutation, useListOwnSessionsQuery } from '@/api/account';
import { withTimeout, isAnswerLost } from '@/api/withTimeout';
import { useUser } from '@/api/selectors';
import { Button } from '@/components/Button';
import { Callout } from '@/components/Callout';
import { Form, FormError, useFields, useForm } from '@/components/form/Form';
import { PasswordInput } from '@/components/form/PasswordInput';
import { StrengthMeter } from '@/components/form/StrengthMeter';
import { TextInput } from '@/components/form/TextInput';
import { Frame } from '@/components/Frame';
import { Stack } from '@/components/Layout';
import { Text } from '@/components/Text';
import { checkFields, type Fields, type Problems } from '@/lib/checks';
import { describeError, fieldProblems, isAppError } from '@/lib/errors';
import { requiredField, newPasswordRules, repetitionProblem, passwordRules } from '@/lib/newPassword';
import { useRetryWait } from '@/state/useRetryWait';
import { PasswordRules } from './PasswordRules.style';

type PasswordValues = Fields<'currentPassword' | 'newPassword' | 'again'>;

const empty: PasswordValues = { currentPassword: '', newPassword: '', again: '' };

const checkEach = checkFields<PasswordValues>({
  currentPassword: requiredField('Enter your current password'),
  newPassword: newPasswordRules,
  again: [],
});

function check(values: PasswordValues): Problems<PasswordValues> {
  return { ...repetitionProblem(values), ...checkEach(values) };
}

/** The fields that a refusal concerns; empty if it concerns something else. */
function problemsOf(error: unknown): Problems<PasswordValues> {
  if (isAppError(error) && error.code === 'invalid_credentials') return { currentPassword: error.message };
  return fieldProblems(error, empty);
}

/** It is unknown which of the two passwords is in effect. */
const lostAnswer =
  'The server did not answer. The password may have been changed already: if the current one is refused when you try again, the new one is in effect.';

/** The effect on the other sessions; `null` if there are none. The number is omitted while unknown. */
export function othersWords(
  others: number | undefined,
): { readonly lead: string; readonly text: string } | null {
  if (others === 0) return null;
  const after = 'to sign in with the new password. This session stays.';
  if (others === 1) return { lead: 'Ends your other session.', text: `It has ${after}` };
  const several = others === undefined ? 'other sessions' : `${others} other sessions`;
  return { lead: `Ends your ${several}.`, text: `They have ${after}` };
}

interface PasswordPanelProps {
  /** No other part of the screen has the main action. */
  readonly isNext: boolean;
}

/** Changes the password. The typed values are not stored anywhere. */
export function PasswordPanel({ isNext }: PasswordPanelProps) {
  const { username } = useUser();
  const { data: sessions } = useListOwnSessionsQuery();
  const [changePassword] = useChangePasswordMutation();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm(check, empty);
  const { values, field, isSending } = useFields(form);
  const wait = useRetryWait();
  const isFilled = Object.values(values).every((value) => value !== '');
  const others = othersWords(sessions?.filter(({ current }) => !current).length);

  const submit = async ({ currentPassword, newPassword }: PasswordValues) => {
    setProblem(null);
    try {
      await withTimeout(changePassword({ currentPassword, newPassword }));
      form.reset();
      // The button is disabled now.
      form.focus('currentPassword');
    } catch (error) {
      wait.note(error);
      const problems = problemsOf(error);
      if (problems.currentPassword !== undefined) form.set('currentPassword', '');
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
          <Button
            type="submit"
            variant={isFilled && isNext ? 'primary' : 'default'}
            disabled={!isFilled}
            busy={isSending}
            wait={wait.left}
          >
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
        <Stack gap="sm">
          <PasswordInput label="New password" required isSending={isSending} {...field('newPassword')} />
          <StrengthMeter password={values.newPassword} />
        </Stack>
        <PasswordRules rules={passwordRules(values.newPassword, username)} />
        <Text as="p" size="dense" tone="muted">
          A phrase of several words is strong.
        </Text>
        <TextInput
          label="Repeat new password"
          type="password"
          required
          autoComplete="new-password"
          {...field('again')}
        />
        {others !== null && <Callout lead={others.lead}>{others.text}</Callout>}
      </Form>
    </Frame>
  );
}
