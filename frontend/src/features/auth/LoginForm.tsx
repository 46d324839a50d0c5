import { useRef, useState, type SubmitEvent } from 'react';
import { useLoginMutation } from '@/api/endpoints';
import { currentUserIs } from '@/api/session';
import type { User } from '@/api/types';
import { Button } from '@/components/Button';
import { FormBox, FormFoot } from '@/components/FormBox';
import { Select } from '@/components/Select';
import { TextInput } from '@/components/TextInput';
import { accessKeyLabel, accessKeys, isAccessKey, type AccessKey } from '@/lib/clearance';
import { useAppDispatch, useToast } from '@/state/hooks';
import { findMissing, type LoginProblems } from './login';

const keyOptions = accessKeys.map((value) => ({ value, label: accessKeyLabel(value) }));

/** Whether sign-in answered with an account, and not with a demand for more. */
function isUser(answer: object): answer is User {
  return 'id' in answer;
}

interface LoginFormProps {
  readonly accessKey: AccessKey;
  readonly onAccessKeyChange: (key: AccessKey) => void;
}

/**
 * Name, password and key. The guard moves on as soon as somebody is signed in. Two fields need no library, and this is
 * the first screen most people wait for.
 */
export function LoginForm({ accessKey, onAccessKeyChange }: LoginFormProps) {
  const dispatch = useAppDispatch();
  const toast = useToast();
  const [login, { isLoading }] = useLoginMutation();
  const [problems, setProblems] = useState<LoginProblems>({});
  const username = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);

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
    try {
      const answer = await login({ ...values, accessKey }).unwrap();
      if (isUser(answer)) dispatch(currentUserIs(answer));
      else {
        toast({
          tone: 'warn',
          title: 'TWO-FACTOR AUTHENTICATION REQUIRED',
          description: 'This account needs a second factor. Contact an administrator.',
        });
      }
    } catch {
      // The notice has said why. The password is typed anew.
      if (password.current === null) return;
      password.current.value = '';
      password.current.focus();
    }
  };

  return (
    <FormBox
      noValidate
      aria-label="Sign in"
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        if (!isLoading) void submit();
      }}
    >
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
