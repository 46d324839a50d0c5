import { useEffect, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate, type Location } from 'react-router-dom';
import { useVerifyTwoFactorMutation } from '@/api/account';
import { describeError, isAppError } from '@/api/errors';
import { askWhoIsThere } from '@/api/session';
import { Button } from '@/components/Button';
import { FormError } from '@/components/Form';
import { FormBox, FormFoot } from '@/components/FormBox';
import { Frame } from '@/components/Frame';
import { Stack } from '@/components/Layout';
import { PageHeader } from '@/components/PageHeader';
import { Segments } from '@/components/Segments';
import { Footnote, Text } from '@/components/Text';
import { TextInput } from '@/components/TextInput';
import { TokenInput } from '@/components/TokenInput';
import { paths } from '@/lib/paths';
import { places } from '@/lib/places';
import { clearStored, readStored } from '@/lib/storage';
import { useAppDispatch, useToast } from '@/state/hooks';
import { useSearchState } from '@/state/useSearchState';
import { useEntry } from './useEntry';

/** The ways to prove who one is, in the order of the screen. */
export const methods = [
  {
    value: 'app',
    label: 'Authenticator app',
    field: 'Authentication code',
    hint: 'The 6 digits that the app shows now.',
  },
  { value: 'backup', label: 'Backup code', field: 'Backup code', hint: 'Each backup code works once.' },
  { value: 'static', label: 'Permanent code', field: 'Permanent code', hint: 'Every use raises an alert.' },
] as const;

type Method = (typeof methods)[number]['value'];

/** The second step of a sign-in. Without a name there was no first step. */
export function TwoFactorPage() {
  const [{ username }] = useSearchState(places.twoFactor.search);
  const name = username === '' ? readStored('pendingUser') : username;
  return name === null || name === '' ? <Navigate to={paths.auth} replace /> : <SecondStep username={name} />;
}

/** Sends a code once at a time and says how it went, or gives the sign-in up. */
function useVerifying(username: string, onWrong: () => void) {
  const dispatch = useAppDispatch();
  const toast = useToast();
  const navigate = useNavigate();
  const { state } = useLocation() as Location<unknown>;
  const [verifyTwoFactor, { isLoading }] = useVerifyTwoFactorMutation();
  const { enter, giveUp } = useEntry();
  const [problem, setProblem] = useState<string | null>(null);

  const onAnswer = async () => {
    clearStored('pendingUser');
    await dispatch(askWhoIsThere('person'));
    // After the change of person, which takes earlier notices away.
    toast({ tone: 'ok', title: 'ACCESS GRANTED', description: 'Two-factor authentication successful' });
  };
  const onFailure = (error: unknown) => {
    if (isAppError(error) && typeof error.status === 'number' && error.status < 500) {
      toast({
        tone: 'danger',
        title: 'ACCESS DENIED',
        description: error.message || 'Invalid authentication code',
      });
      // The first step has expired or its attempts are used up: no code helps any more.
      if (error.code === 'sign_in_expired') void navigate(paths.auth, { replace: true, state });
      else onWrong();
    } else {
      toast({ tone: 'danger', title: 'SYSTEM ERROR', description: 'Authentication service unavailable' });
      setProblem(describeError(error));
    }
  };
  const verify = async (method: Method, typed: string) => {
    const token = typed.trim();
    if (token === '') {
      toast({ tone: 'danger', title: 'ERROR', description: 'Please enter authentication code' });
      onWrong();
      return;
    }
    setProblem(null);
    await enter(() => verifyTwoFactor({ username, token, method }), { onAnswer, onFailure });
  };
  const cancel = () => {
    clearStored('pendingUser');
    void giveUp();
    void navigate(paths.auth, { replace: true });
  };
  return { verify, cancel, problem, isLoading };
}

function SecondStep({ username }: { readonly username: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [method, setMethod] = useState<Method>('app');
  const [token, setToken] = useState('');
  const { verify, cancel, problem, isLoading } = useVerifying(username, () => {
    setToken('');
    input.current?.focus();
  });
  const shown = methods.find(({ value }) => value === method) ?? methods[0];

  useEffect(() => {
    input.current?.focus();
  }, [method]);

  return (
    <>
      <PageHeader title="Two-factor authentication" subtitle={`Operator: ${username}`} />
      <Frame caption="Verify">
        <Stack>
          <Segments
            label="Method"
            stack
            options={methods}
            value={method}
            onChange={(next) => {
              setMethod(next);
              setToken('');
            }}
          />
          <FormBox
            noValidate
            aria-label="Verify"
            onSubmit={(event) => {
              event.preventDefault();
              void verify(method, token);
            }}
          >
            {method === 'app' ? (
              <TokenInput
                label={shown.field}
                hint={shown.hint}
                required
                name="token"
                ref={input}
                value={token}
                onChange={({ target }) => {
                  setToken(target.value);
                }}
              />
            ) : (
              <TextInput
                label={shown.field}
                hint={shown.hint}
                required
                autoComplete="one-time-code"
                autoCapitalize="characters"
                spellCheck={false}
                name="token"
                ref={input}
                value={token}
                onChange={({ target }) => {
                  setToken(target.value);
                }}
              />
            )}
            <FormFoot>
              <Button type="submit" variant="primary" busy={isLoading}>
                Verify
              </Button>
              <Button onClick={cancel}>Cancel</Button>
            </FormFoot>
            <FormError message={problem} />
          </FormBox>
          <Footnote>
            <Text size="dense">Multiple failed attempts lock the account.</Text>
          </Footnote>
        </Stack>
      </Frame>
    </>
  );
}
