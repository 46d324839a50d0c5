import { useEffect, useRef, useState } from 'react';
import { useRegisterMutation } from '@/api/endpoints';
import { withTimeout } from '@/api/withTimeout';
import { Button } from '@/components/Button';
import { Form, useFields } from '@/components/form/Form';
import type { FormHandle } from '@/components/form/formStore';
import { Select } from '@/components/form/Select';
import { StrengthMeter } from '@/components/form/StrengthMeter';
import { TextInput } from '@/components/form/TextInput';
import { Row, Stack } from '@/components/Layout';
import { EmptyState } from '@/components/States';
import { Text } from '@/components/Text';
import {
  accessKeyLabel,
  accessKeyOptions,
  claimsAdmin,
  isAccessKey,
  levelOfKey,
  type AccessKey,
} from '@/lib/clearance';
import { fieldProblems, isAppError } from '@/lib/errors';
import { passwordLimits } from '@/lib/password';
import { useToast } from '@/state/hooks';
import { useRetryWait } from '@/state/useRetryWait';
import type { RegisterValues } from './schema';

interface RegisterFormProps {
  /** The form with the typed values, which are kept while the other tab is open. */
  readonly form: FormHandle<RegisterValues>;
  readonly accessKey: AccessKey;
  readonly onAccessKeyChange: (key: AccessKey) => void;
  /** Opens the sign-in of the registered account. */
  readonly onLogin: (username: string) => void;
}

/** Requests an account. It cannot sign in until an administrator has approved it. */
export function RegisterForm({ form, accessKey, onAccessKeyChange, onLogin }: RegisterFormProps) {
  const toast = useToast();
  const [register] = useRegisterMutation();
  const [registered, setRegistered] = useState<string | null>(null);
  const { values, field, isSending } = useFields(form);
  const wait = useRetryWait();
  const [isChoosing, setChoosing] = useState(false);
  const key = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (isChoosing) key.current?.focus();
  }, [isChoosing]);
  const returnToLogin = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (registered !== null) returnToLogin.current?.focus();
  }, [registered]);

  const submit = async ({ email, ...typed }: RegisterValues) => {
    try {
      const user = await withTimeout(
        register({
          ...typed,
          ...(email === '' ? {} : { email }),
          accessKey,
          clearanceLevel: levelOfKey(accessKey),
          isAdmin: claimsAdmin(accessKey),
        }),
      );
      setRegistered(user.username);
      form.reset();
    } catch (error) {
      wait.note(error);
      const taken = isAppError(error) && error.code === 'username_taken' && { username: error.message };
      form.fail({ ...taken, ...fieldProblems(error, form.values()) });
    }
  };

  if (registered !== null) {
    return (
      <div role="status">
        <EmptyState
          title="REGISTRATION RECEIVED"
          hint={`Account ${registered} is waiting for an administrator's approval. Sign in once it has been approved.`}
          action={
            <Button ref={returnToLogin} onClick={() => onLogin(registered)}>
              Return to login
            </Button>
          }
        />
      </div>
    );
  }

  return (
    <Form
      form={form}
      label="Register"
      onSubmit={submit}
      onInvalid={(message) => toast({ tone: 'danger', title: 'Validation error', description: message })}
      footer={
        <Button type="submit" variant="primary" busy={isSending} wait={wait.left}>
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
          hint={`At least ${passwordLimits.min} characters, at most ${passwordLimits.max}. A phrase of several words is strong.`}
          {...field('password')}
        />
        <StrengthMeter password={values.password} />
      </Stack>
      <TextInput
        label="Email (optional)"
        type="email"
        autoComplete="email"
        maxLength={254}
        hint="If this terminal sends mail, a message tells you when your account is approved."
        {...field('email')}
      />
      {isChoosing ? (
        <Select
          label="Access key"
          ref={key}
          options={accessKeyOptions}
          value={accessKey}
          onChange={(event) => {
            if (isAccessKey(event.target.value)) onAccessKeyChange(event.target.value);
          }}
        />
      ) : (
        <Row gap="md" justify="between">
          <span>
            <Text tone="muted" size="dense" upper>
              Access key
            </Text>{' '}
            <Text tone="bright">{accessKeyLabel(accessKey)}</Text>
          </span>
          <Button size="sm" onClick={() => setChoosing(true)}>
            Change key
          </Button>
        </Row>
      )}
    </Form>
  );
}
