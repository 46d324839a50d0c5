import { useEffect, useRef, useState } from 'react';
import { useEnableTwoFactorMutation } from '@/api/account';
import { withTimeout, isOverdue } from '@/api/withTimeout';
import { useUser } from '@/api/selectors';
import type { TwoFactorSetup as Setup } from '@/api/types';
import { Button } from '@/components/Button';
import { Frame } from '@/components/Frame';
import { lazyPart, usePreload } from '@/components/lazyPart';
import { Row, Stack } from '@/components/Layout';
import { PartFailed } from '@/components/PartFailed';
import { StatusLamp } from '@/components/StatusLamp';
import { Text } from '@/components/Text';
import { describeError } from '@/lib/errors';
import { canHaveSecondFactor } from '@/lib/permissions';
import { useToast } from '@/state/hooks';
import { useRetryWait } from '@/state/useRetryWait';

const TwoFactorSetup = lazyPart(
  async () => (await import(/* webpackChunkName: "second-factor" */ './TwoFactorSetup')).TwoFactorSetup,
  { Failed: PartFailed },
);
const TwoFactorDisable = lazyPart(
  async () => (await import(/* webpackChunkName: "second-factor" */ './TwoFactorDisable')).TwoFactorDisable,
  { Failed: PartFailed },
);

type Step =
  | { readonly is: 'state'; readonly isReturn: boolean }
  | { readonly is: 'disabling' }
  | { readonly is: 'setup'; readonly setup: Setup; readonly isKept: boolean };

/** The state of the user's own second factor, or the form that changes it, which takes more room. */
export interface TwoFactor {
  readonly step: Step;
  /** Codes on screen that were neither copied nor downloaded nor printed. */
  readonly hasUnkeptCodes: boolean;
  readonly begin: (setup: Setup) => void;
  readonly disable: () => void;
  readonly keep: () => void;
  readonly close: () => void;
}

/** State of the change of the second factor. Nothing else stores its secrets. */
export function useTwoFactor(): TwoFactor {
  const [step, setStep] = useState<Step>({ is: 'state', isReturn: false });
  return {
    step,
    hasUnkeptCodes: step.is === 'setup' && !step.isKept,
    begin: (setup) => setStep({ is: 'setup', setup, isKept: false }),
    disable: () => setStep({ is: 'disabling' }),
    keep: () => setStep((last) => (last.is === 'setup' ? { ...last, isKept: true } : last)),
    close: () => setStep({ is: 'state', isReturn: true }),
  };
}

/** The form that changes the second factor, over the whole width; renders nothing while there is none. */
export function TwoFactorWork({ factor }: { readonly factor: TwoFactor }) {
  const { step, keep, close } = factor;
  if (step.is === 'state') return null;
  return (
    <Frame caption={`Two-factor authentication: ${step.is === 'setup' ? 'setting up' : 'enabled'}`}>
      {step.is === 'setup' ? (
        <TwoFactorSetup setup={step.setup} onClose={close} onKept={keep} />
      ) : (
        <TwoFactorDisable onClose={close} />
      )}
    </Frame>
  );
}

/** The state of the second factor, with the button that changes it. */
export function TwoFactorPanel({ factor }: { readonly factor: TwoFactor }) {
  const user = useUser();
  usePreload(TwoFactorSetup);
  const { step } = factor;
  if (step.is !== 'state') return null;
  return (
    <Frame caption="Two-factor authentication">
      {!canHaveSecondFactor(user) && !user.twoFactorEnabled ? (
        <Text as="p" tone="warn" size="dense">
          SECURITY LEVEL 3+ REQUIRED FOR TWO-FACTOR AUTHENTICATION
        </Text>
      ) : (
        <State factor={factor} isReturn={step.isReturn} />
      )}
    </Frame>
  );
}

interface StateProps {
  readonly factor: TwoFactor;
  /** The form was just closed: its button takes the focus back. */
  readonly isReturn: boolean;
}

function State({ factor, isReturn }: StateProps) {
  const { twoFactorEnabled } = useUser();
  const toast = useToast();
  const [enable, { reset }] = useEnableTwoFactorMutation();
  const [isSending, setSending] = useState(false);
  const wait = useRetryWait();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isReturn) button.current?.focus();
  }, [isReturn]);
  const start = async () => {
    setSending(true);
    try {
      const setup = await withTimeout(enable());
      // The codes are only on screen, not in the store.
      reset();
      if (setup.setupCode && setup.qrCodeUrl) factor.begin(setup);
      else
        toast({
          tone: 'danger',
          title: 'Two-factor setup failed',
          description: 'Unable to generate setup information. Please try again.',
        });
    } catch (error) {
      wait.note(error);
      // Otherwise the notification shows the reason.
      if (isOverdue(error))
        toast({ tone: 'danger', title: 'Two-factor setup failed', description: describeError(error) });
    }
    setSending(false);
  };
  return (
    <Stack>
      <Row justify="between">
        <StatusLamp bad={!twoFactorEnabled}>{twoFactorEnabled ? 'Enabled' : 'Not enabled'}</StatusLamp>
        {twoFactorEnabled ? (
          <Button ref={button} variant="danger" onClick={factor.disable}>
            Disable 2FA
          </Button>
        ) : (
          <Button ref={button} busy={isSending} wait={wait.left} onClick={() => void start()}>
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
