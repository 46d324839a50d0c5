import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useLocation, type Location } from 'react-router-dom';
import { useLoginMutation } from '@/api/endpoints';
import { withTimeout, isAnswerLost, checkAfterLoss } from '@/api/withTimeout';
import { Button } from '@/components/Button';
import { FormError } from '@/components/form/Form';
import { FormBox, FormFoot } from '@/components/form/FormBox';
import { Select } from '@/components/form/Select';
import { TextInput } from '@/components/form/TextInput';
import { Note } from '@/components/Text';
import { accessKeyOptions, isAccessKey, type AccessKey } from '@/lib/clearance';
import { paths } from '@/lib/paths';
import { writeStored } from '@/lib/storage';
import { useNavigate } from '@/router/RouterProvider';
import { useAppDispatch, useToast } from '@/state/hooks';
import { useRetryWait } from '@/state/useRetryWait';
import { failureText, findMissing, type LoginProblems, type LoginValues } from './login';
import { storeTicket } from './ticket';

interface LoginFormProps {
  /** The values typed before the other tab was opened. */
  readonly typed: LoginValues;
  readonly onTyped: (values: LoginValues) => void;
  readonly accessKey: AccessKey;
  readonly onAccessKeyChange: (key: AccessKey) => void;
  /** The password was just changed with a reset code. */
  readonly hasChanged: boolean;
  /** Opens the form for a new password with a reset code. */
  readonly onResetCode: () => void;
}

/** Focuses a field and selects its text, so that typing replaces it. */
function mark(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
}

/**
 * Username, password and access key. The guard redirects as soon as the user is signed in. An error stays in the form
 * until the next attempt, and so do the typed values.
 */
export function LoginForm(props: LoginFormProps) {
  const { typed: kept, onTyped, accessKey, onAccessKeyChange, hasChanged, onResetCode } = props;
  const toast = useToast();
  const navigate = useNavigate();
  const { state } = useLocation() as Location<unknown>;
  const dispatch = useAppDispatch();
  const [login] = useLoginMutation();
  const [problems, setProblems] = useState<LoginProblems>({});
  const [failure, setFailure] = useState<string | null>(null);
  const underWay = useRef(false);
  const [isSending, setSending] = useState(false);
  const username = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const wait = useRetryWait();
  const hasName = kept.username !== '';
  useEffect(() => {
    // After a registration, the name is filled in and the button that had the focus is gone.
    if (hasName && document.activeElement === document.body) password.current?.focus();
    // Runs once, when the form opens.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const typed = () => ({
    // Phone keyboards append a blank to a suggested word.
    username: username.current?.value.trim() ?? '',
    password: password.current?.value ?? '',
  });
  const noteTyped = () => {
    onTyped(typed());
    // The error of a missing value disappears as soon as there is one.
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
      const answer = await withTimeout(login({ ...values, accessKey }));
      writeStored('accessKey', accessKey);
      if ('requiresTwoFactor' in answer) {
        storeTicket(values.username, answer);
        // With the state that contains the address to return to.
        await navigate(paths.twoFactor(values.username), { state });
      } else if ('requiresTwoFactorSetup' in answer)
        toast({
          tone: 'warn',
          title: 'TWO-FACTOR AUTHENTICATION REQUIRED',
          description: `Your clearance level ${answer.clearanceLevel} requires 2FA setup. Contact an administrator.`,
        });
    } catch (error) {
      // The request may have opened a session although its response was lost.
      if (isAnswerLost(error) && (await dispatch(checkAfterLoss()))) return;
      wait.note(error);
      setFailure(failureText(error));
      mark(password.current);
    }
  };
  const submitOnce = async () => {
    if (underWay.current) return;
    underWay.current = true;
    setSending(true);
    await submit();
    underWay.current = false;
    setSending(false);
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
      {hasChanged && failure === null && <Note role="status">Password changed. Sign in.</Note>}
      <FormError title="Login failed" message={failure} />
      <TextInput
        label="Username"
        required
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        name="username"
        ref={username}
        defaultValue={kept.username}
        error={problems.username}
        onChange={noteTyped}
      />
      <TextInput
        label="Password"
        type="password"
        required
        autoComplete="current-password"
        name="password"
        ref={password}
        defaultValue={kept.password}
        error={problems.password}
        onChange={noteTyped}
      />
      <Select
        label="Access key"
        options={accessKeyOptions}
        value={accessKey}
        onChange={(event) => {
          if (isAccessKey(event.target.value)) onAccessKeyChange(event.target.value);
        }}
      />
      <FormFoot>
        <Button type="submit" variant="primary" busy={isSending} wait={wait.left}>
          Login
        </Button>
        <Button variant="flat" onClick={onResetCode}>
          Use a reset code
        </Button>
      </FormFoot>
    </FormBox>
  );
}
