import { useRef, useState } from 'react';
import { useCompleteTwoFactorMutation } from '@/api/account';
import { useUser } from '@/api/selectors';
import type { TwoFactorSetup as Setup } from '@/api/types';
import { Button } from '@/components/Button';
import { ShownOnce } from '@/components/Callout';
import { FormError } from '@/components/form/Form';
import { FormFoot } from '@/components/form/FormBox';
import { TokenInput, tokenLength } from '@/components/form/TokenInput';
import { CodeActions } from '@/components/CodeActions';
import { Stack } from '@/components/Layout';
import {
  BigCode,
  CodeList,
  FinalStep,
  NumberedStep,
  PictureBeside,
  SetupColumns,
  StaticCode,
  TermList,
  useFocusOnMount,
} from '@/components/SetupLayout';
import { useToast } from '@/state/hooks';
import { useFactorChange } from './useFactorChange';

interface TwoFactorSetupProps {
  readonly setup: Setup;
  readonly onClose: () => void;
  /** The codes were copied, downloaded or printed. */
  readonly onKept: () => void;
}

/**
 * Sets up an authenticator app. The codes are shown only here; two-factor authentication is off until a code of the app
 * is accepted.
 */
export function TwoFactorSetup({ setup, onClose, onKept }: TwoFactorSetupProps) {
  const { username } = useUser();
  const box = useRef<HTMLDivElement>(null);
  const codes = useRef<HTMLDivElement>(null);
  useFocusOnMount(box);
  return (
    <div ref={box} role="group" aria-label="Set up two-factor authentication" tabIndex={-1} data-landing>
      <SetupColumns>
        <Stack>
          <NumberedStep number={1}>Scan, or type the key</NumberedStep>
          <PictureBeside>
            <img src={setup.qrCodeUrl} alt="QR code for the authenticator app" />
            <TermList
              items={[
                { term: 'Manual entry key', value: <BigCode data-key>{setup.manualEntryKey}</BigCode> },
                { term: 'Account', value: `Facility Terminal: ${username}` },
                { term: 'Type', value: `Time based, ${tokenLength} digits, 30 s` },
                {
                  term: 'Setup code',
                  value: <a href={setup.setupCode}>Open in an app on this device</a>,
                },
              ]}
            />
          </PictureBeside>
        </Stack>
        <Stack>
          <NumberedStep number={2}>Keep the codes</NumberedStep>
          <ShownOnce>Copy, download or print these codes now.</ShownOnce>
          <Stack ref={codes}>
            <CodeList label="Backup codes" codes={setup.backupCodes} />
            <StaticCode label="Permanent static code" code={setup.staticCode} />
          </Stack>
          <CodeActions username={username} codes={setup} shown={codes} onKept={onKept} />
        </Stack>
      </SetupColumns>
      <Completion onClose={onClose} />
    </div>
  );
}

function Completion({ onClose }: { readonly onClose: () => void }) {
  const toast = useToast();
  const [complete] = useCompleteTwoFactorMutation();
  const [token, setToken] = useState('');
  const [error, setError] = useState<string>();
  const { isSending, wait, problem, run } = useFactorChange(true);
  const input = useRef<HTMLInputElement>(null);
  const submit = async () => {
    if (token === '') {
      toast({
        tone: 'danger',
        title: 'Token Required',
        description: 'Please enter the 6-digit code from your authenticator app.',
      });
      return;
    }
    const outcome = await run(() => complete({ token }));
    if (outcome === 'done') onClose();
    else if (outcome === 'refused') {
      setToken('');
      input.current?.focus();
    }
  };
  return (
    <FinalStep
      noValidate
      aria-label="Enable 2FA"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <NumberedStep number={3}>6-digit code from the app</NumberedStep>
      <TokenInput
        label="6-digit code"
        hideLabel
        error={error}
        onRefused={setError}
        ref={input}
        name="token"
        value={token}
        onChange={({ target }) => {
          setToken(target.value);
          setError(undefined);
        }}
      />
      <FormError title="Two-factor authentication not enabled" message={problem} />
      <FormFoot>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isSending} wait={wait}>
          Enable 2FA
        </Button>
      </FormFoot>
    </FinalStep>
  );
}
