import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useLoginMutation } from '@/api/endpoints';
import { Button } from '@/components/Button';
import { FormError } from '@/components/Form';
import { FormBox, FormFoot } from '@/components/FormBox';
import { Select } from '@/components/Select';
import { TextInput } from '@/components/TextInput';
import { accessKeyLabel, accessKeys, isAccessKey, type AccessKey } from '@/lib/clearance';
import { useToast } from '@/state/hooks';
import { failureText, findMissing, type LoginProblems } from './login';

const keyOptions = accessKeys.map((value) => ({ value, label: accessKeyLabel(value) }));

interface LoginFormProps {
  readonly accessKey: AccessKey;
  readonly onAccessKeyChange: (key: AccessKey) => void;
  /** The visitor came from the other tab to choose the key. */
  readonly keyFocused: boolean;
}

/**
 * Name, password and key. The guard moves on as soon as somebody is signed in. What was wrong is said in the form, where it
 * stays until the next try; the name and the key stay as typed.
 */
export function LoginForm({ accessKey, onAccessKeyChange, keyFocused }: LoginFormProps) {
  const toast = useToast();
  const [login, { isLoading }] = useLoginMutation();
  const [problems, setProblems] = useState<LoginProblems>({});
  const [failure, setFailure] = useState<string | null>(null);
  const isSending = useRef(false);
  const username = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const key = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (keyFocused) key.current?.focus();
  }, [keyFocused]);

  const typed = () => ({
    username: username.current?.value ?? '',
    password: password.current?.value ?? '',
  });
  // Once something was missing, its word goes as soon as it is there.
  const recheck = () => {
    if (Object.keys(problems).length > 0) setProblems(findMissing(typed()));
  };

  const submit = async () => {
    const values = typed();
    const missing = findMissing(values);
    setProblems(missing);
    if (missing.username !== undefined) username.current?.focus();
    else if (missing.password !== undefined) password.current?.focus();
    if (Object.keys(missing).length > 0) return;
    setFailure(null);
    try {
      const answer = await login({ ...values, accessKey }).unwrap();
      if ('requiresTwoFactorSetup' in answer)
        toast({
          tone: 'warn',
          title: 'TWO-FACTOR AUTHENTICATION REQUIRED',
          description: `Your clearance level ${answer.clearanceLevel} requires 2FA setup. Contact an administrator.`,
        });
    } catch (error) {
      setFailure(failureText(error));
      if (password.current === null) return;
      password.current.value = '';
      password.current.focus();
    }
  };
  const submitOnce = async () => {
    if (isSending.current) return;
    isSending.current = true;
    await submit();
    isSending.current = false;
  };

  return (
    <FormBox
      noValidate
      aria-label="Sign in"
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        void submitOnce();
      }}
    >
      <FormError title="Login failed" message={failure} />
      <TextInput
        label="Username"
        required
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        name="username"
        ref={username}
        error={problems.username}
        onChange={recheck}
      />
      <TextInput
        label="Password"
        type="password"
        required
        autoComplete="current-password"
        name="password"
        ref={password}
        error={problems.password}
        onChange={recheck}
      />
      <Select
        label="Access key"
        ref={key}
        options={keyOptions}
        value={accessKey}
        onChange={(event) => {
          if (isAccessKey(event.target.value)) onAccessKeyChange(event.target.value);
        }}
      />
      <FormFoot>
        <Button type="submit" variant="primary" busy={isLoading}>
          Login
        </Button>
      </FormFoot>
    </FormBox>
  );
}
