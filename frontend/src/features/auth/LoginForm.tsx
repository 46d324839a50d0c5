import { useLoginMutation } from '@/api/endpoints';
import { currentUserIs } from '@/api/session';
import type { User } from '@/api/types';
import { Button } from '@/components/Button';
import { Form, useZodForm } from '@/components/Form';
import { Select } from '@/components/Select';
import { TextInput } from '@/components/TextInput';
import { accessKeyLabel, accessKeys, isAccessKey, type AccessKey } from '@/lib/clearance';
import { useAppDispatch, useToast } from '@/state/hooks';
import { loginSchema, type LoginValues } from './schema';

const keyOptions = accessKeys.map((value) => ({ value, label: accessKeyLabel(value) }));

/** Whether sign-in answered with an account, and not with a demand for more. */
function isUser(answer: object): answer is User {
  return 'id' in answer;
}

interface LoginFormProps {
  readonly accessKey: AccessKey;
  readonly onAccessKeyChange: (key: AccessKey) => void;
}

/** Name, password and key. The guard moves on as soon as somebody is signed in. */
export function LoginForm({ accessKey, onAccessKeyChange }: LoginFormProps) {
  const dispatch = useAppDispatch();
  const toast = useToast();
  const [login, { isLoading }] = useLoginMutation();
  const form = useZodForm(loginSchema, { username: '', password: '' });
  const { errors } = form.formState;

  const submit = async (values: LoginValues) => {
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
      form.resetField('password');
      form.setFocus('password');
    }
  };

  return (
    <Form
      form={form}
      label="Sign in"
      onSubmit={submit}
      footer={
        <Button type="submit" variant="primary" busy={isLoading}>
          Login
        </Button>
      }
    >
      <TextInput
        label="Username"
        required
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.username?.message}
        {...form.register('username')}
      />
      <TextInput
        label="Password"
        type="password"
        required
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password')}
      />
      <Select
        label="Access key"
        options={keyOptions}
        value={accessKey}
        onChange={(event) => {
          if (isAccessKey(event.target.value)) onAccessKeyChange(event.target.value);
        }}
      />
    </Form>
  );
}
