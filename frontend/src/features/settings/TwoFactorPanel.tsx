import { useState } from 'react';
import { useEnableTwoFactorMutation } from '@/api/account';
import { describeError } from '@/api/errors';
import { inTime, isOverdue } from '@/api/inTime';
import { useUser } from '@/api/selectors';
import type { TwoFactorSetup as Setup } from '@/api/types';
import { Button } from '@/components/Button';
import { Frame } from '@/components/Frame';
import { Row, Stack } from '@/components/Layout';
import { StatusLamp } from '@/components/StatusLamp';
import { Text } from '@/components/Text';
import { canHaveSecondFactor } from '@/lib/permissions';
import { useToast } from '@/state/hooks';
import { TwoFactorDisable } from './TwoFactorDisable';
import { TwoFactorSetup } from './TwoFactorSetup';

/** What the panel shows besides the state. */
type Step = { readonly is: 'state' | 'disabling' } | { readonly is: 'setup'; readonly setup: Setup };

/** Turns the second factor on and off. */
export function TwoFactorPanel() {
  const user = useUser();
  const [step, setStep] = useState<Step>({ is: 'state' });
  const close = () => {
    setStep({ is: 'state' });
  };
  const caption = step.is === 'setup' ? 'Two-factor authentication: setting up' : 'Two-factor authentication';
  return (
    <Frame caption={caption}>
      {!canHaveSecondFactor(user) && !user.twoFactorEnabled ? (
        <Text as="p" tone="warn" size="dense">
          SECURITY LEVEL 3+ REQUIRED FOR TWO-FACTOR AUTHENTICATION
        </Text>
      ) : step.is === 'setup' ? (
        <TwoFactorSetup setup={step.setup} onClose={close} />
      ) : step.is === 'disabling' ? (
        <TwoFactorDisable onClose={close} />
      ) : (
        <State
          onSetup={(setup) => {
            setStep({ is: 'setup', setup });
          }}
          onDisable={() => {
            setStep({ is: 'disabling' });
          }}
        />
      )}
    </Frame>
  );
}

interface StateProps {
  readonly onSetup: (setup: Setup) => void;
  readonly onDisable: () => void;
}

function State({ onSetup, onDisable }: StateProps) {
  const { twoFactorEnabled } = useUser();
  const toast = useToast();
  const [enable, { isLoading, reset }] = useEnableTwoFactorMutation();
  const start = async () => {
    try {
      const setup = await inTime(enable());
      // The codes are nowhere but on the screen.
      reset();
      if (setup.setupCode && setup.qrCodeUrl) onSetup(setup);
      else
        toast({
          tone: 'danger',
          title: 'Two-factor setup failed',
          description: 'Unable to generate setup information. Please try again.',
        });
    } catch (error) {
      // Otherwise the notice says why.
      if (isOverdue(error))
        toast({ tone: 'danger', title: 'Two-factor setup failed', description: describeError(error) });
    }
  };
  return (
    <Stack>
      <Row justify="between">
        <StatusLamp bad={!twoFactorEnabled}>{twoFactorEnabled ? 'Enabled' : 'Not enabled'}</StatusLamp>
        {twoFactorEnabled ? (
          <Button variant="danger" onClick={onDisable}>
            Disable 2FA
          </Button>
        ) : (
          <Button busy={isLoading} onClick={() => void start()}>
            Enable 2FA
          </Button>
        )}
      </Row>
      <Text as="p" tone="muted" size="dense">
        {twoFactorEnabled
          ? 'Signing in takes your password and a code.'
          : 'With it, signing in takes your password and a code of an authenticator app.'}
      </Text>
    </Stack>
  );
}
