import { useState } from 'react';
import { useRegisterMutation } from '@/api/endpoints';
import { isAppError } from '@/api/errors';
import { Button } from '@/components/Button';
import { Form, useFields, type FormHandle } from '@/components/Form';
import { Row, Stack } from '@/components/Layout';
import { Meter } from '@/components/Meter';
import { EmptyState } from '@/components/States';
import { Text, type Tone } from '@/components/Text';
import { TextInput } from '@/components/TextInput';
import { accessKeyLabel, claimsAdmin, levelOfKey, type AccessKey } from '@/lib/clearance';
import { passwordLimits, passwordStrength } from '@/lib/password';
import { useToast } from '@/state/hooks';
import type { RegisterValues } from './schema';

const strengthTones: Readonly<Record<string, Tone>> = {
  WEAK: 'danger',
  FAIR: 'warn',
  GOOD: 'ok',
  STRONG: 'ok',
};

interface RegisterFormProps {
  /** What is typed; it outlives a visit to where the key is chosen. */
  readonly form: FormHandle<keyof RegisterValues>;
  readonly accessKey: AccessKey;
  /** Goes back to where the key is chosen. */
  readonly onChangeKey: () => void;
}

/** Asks for an account. It opens nothing by itself: an administrator approves it first. */
export function RegisterForm({ form, accessKey, onChangeKey }: RegisterFormProps) {
  const toast = useToast();
  const [register, { isLoading }] = useRegisterMutation();
  const [registered, setRegistered] = useState<string | null>(null);
  const { values, field } = useFields(form);
  const strength = passwordStrength(values.password);

  const submit = async (typed: RegisterValues) => {
    try {
      const user = await register({
        ...typed,
        accessKey,
        clearanceLevel: levelOfKey(accessKey),
        isAdmin: claimsAdmin(accessKey),
      }).unwrap();
      setRegistered(user.username);
      form.reset();
    } catch (error) {
      showProblems(error, form);
    }
  };

  if (registered !== null) {
    return (
      <div role="status">
        <EmptyState
          title="REGISTRATION RECEIVED"
          hint={`The account ${registered} waits for approval by an administrator. Sign in once it has been approved.`}
          action={<Button onClick={onChangeKey}>Return to login</Button>}
        />
      </div>
    );
  }

  return (
    <Form
      form={form}
      label="Register"
      onSubmit={submit}
      onInvalid={(message) => {
        toast({ tone: 'danger', title: 'Validation error', description: message });
      }}
      footer={
        <Button type="submit" variant="primary" busy={isLoading}>
          Register
        </Button>
      }
    >
      <TextInput
        label="Username"
        required
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        hint="3 to 50 letters, numbers, underscores or hyphens."
        {...field('username')}
      />
      <Stack gap="sm">
        <TextInput
          label="Password"
          type="password"
          required
          autoComplete="new-password"
          hint={`At least ${passwordLimits.min} characters, at most ${passwordLimits.max}. A few words make a good one.`}
          {...field('password')}
        />
        <Meter
          label="Password strength"
          value={strength.score}
          max={4}
          word={strength.word}
          tone={strengthTones[strength.word] ?? 'muted'}
        />
      </Stack>
      <Row gap="md" justify="between">
        <span>
          <Text tone="muted" size="dense" upper>
            Access key
          </Text>{' '}
          <Text tone="bright">{accessKeyLabel(accessKey)}</Text>
        </span>
        <Button size="sm" onClick={onChangeKey}>
          Change key
        </Button>
      </Row>
    </Form>
  );
}

/** Puts what the server found wrong beside the fields it found it in. */
function showProblems(error: unknown, form: FormHandle<keyof RegisterValues>) {
  if (!isAppError(error)) return;
  if (error.code === 'username_taken') form.fail('username', error.message);
  for (const { field, message } of error.fields ?? []) {
    if (field === 'username' || field === 'password') form.fail(field, message);
  }
}
