import { useState } from 'react';
import { useCompleteTwoFactorMutation } from '@/api/account';
import { useUser } from '@/api/selectors';
import type { TwoFactorSetup as Setup } from '@/api/types';
import { Button } from '@/components/Button';
import { FormError } from '@/components/Form';
import { FormBox, FormFoot } from '@/components/FormBox';
import { Stack } from '@/components/Layout';
import { KeepCodes } from '@/components/KeepCodes';
import { BigCode, CodeList, NumberedStep, PictureBeside } from '@/components/SetupLayout';
import { Remark, Text } from '@/components/Text';
import { TokenInput, tokenLength } from '@/components/TokenInput';
import { useToast } from '@/state/hooks';
import { useFactorChange } from './useFactorChange';

interface TwoFactorSetupProps {
  readonly setup: Setup;
  readonly onClose: () => void;
}

/** Sets an authenticator app up. The codes are shown here once; nothing is on until a code of the app is accepted. */
export function TwoFactorSetup({ setup, onClose }: TwoFactorSetupProps) {
  const { username } = useUser();
  return (
    <Stack data-print-area>
      <PictureBeside>
        <img src={setup.qrCodeUrl} alt="QR code for the authenticator app" />
        <Stack gap="sm">
          <NumberedStep number={1}>Scan with an authenticator app, or type the key.</NumberedStep>
          <Text as="p" tone="muted" size="dense" upper>
            Manual entry key
          </Text>
          <BigCode data-key>{setup.manualEntryKey}</BigCode>
          <Text as="p" tone="muted" size="dense" upper>
            Permanent static code
          </Text>
          <BigCode>{setup.staticCode}</BigCode>
          <Remark>Reusable. Every use raises an alert.</Remark>
        </Stack>
      </PictureBeside>
      <NumberedStep number={2}>
        Keep the backup codes. Each works once. These are shown once: copy them now.
      </NumberedStep>
      <CodeList label="Backup codes" codes={setup.backupCodes} />
      <KeepCodes username={username} codes={setup} />
      <Completion onClose={onClose} />
    </Stack>
  );
}

function Completion({ onClose }: { readonly onClose: () => void }) {
  const toast = useToast();
  const [complete] = useCompleteTwoFactorMutation();
  const [token, setToken] = useState('');
  const [error, setError] = useState<string>();
  const { isSending, problem, run } = useFactorChange(true);
  const submit = async () => {
    if (token.trim() === '') {
      toast({
        tone: 'danger',
        title: 'Token Required',
        description: 'Please enter the 6-digit code from your authenticator app.',
      });
      return;
    }
    const outcome = await run(() => complete({ token }));
    if (outcome === 'done') onClose();
    else if (outcome === 'refused') setToken('');
  };
  return (
    <FormBox
      noValidate
      aria-label="Enable 2FA"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <NumberedStep number={3}>Enter the 6-digit code that the app shows now.</NumberedStep>
      <TokenInput
        label="6-digit code"
        hideLabel
        error={error}
        onRefused={setError}
        name="token"
        value={token}
        onChange={({ target }) => {
          setToken(target.value);
          setError(undefined);
        }}
      />
      <FormError title="Two-factor authentication not enabled" message={problem} />
      <FormFoot>
        <Button type="submit" variant={token.length === tokenLength ? 'primary' : 'default'} busy={isSending}>
          Enable 2FA
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </FormFoot>
    </FormBox>
  );
}
