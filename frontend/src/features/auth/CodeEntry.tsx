import { useEffect, useState, type RefObject } from 'react';
import { Button } from '@/components/Button';
import { Callout } from '@/components/Callout';
import { FormBox, FormFoot } from '@/components/form/FormBox';
import { CodeInput, notSixDigits, TokenInput, tokenLength } from '@/components/form/TokenInput';
import { Frame } from '@/components/Frame';
import { Stack } from '@/components/Layout';
import { Text } from '@/components/Text';
import { useToast } from '@/state/hooks';
import { EntryColumns, MethodList } from './MethodList.style';
import { SignInOver } from './SignInOver';
import type { SecondStep } from './useSecondStep';

/** The authentication methods, in the order of the screen. */
const methods = [
  {
    value: 'app',
    label: 'Authenticator app',
    hint: '6 digits, new every 30 seconds',
    field: '6-digit code',
    fieldHint: 'From the entry FACILITY TERMINAL in your app.',
    placeholder: '',
  },
  {
    value: 'backup',
    label: 'Backup code',
    hint: 'One of your ten; each works once',
    field: 'Backup code',
    fieldHint: 'Letter case, spaces and hyphens do not matter.',
    placeholder: 'XXXX-XXXX',
  },
  {
    value: 'static',
    label: 'Permanent code',
    hint: 'Reusable; each use raises an alert',
    field: 'Permanent code',
    fieldHint: 'Letter case, spaces and hyphens do not matter.',
    placeholder: 'XXXX-XXXX-XXXX',
  },
] as const;

type Method = (typeof methods)[number]['value'];

/** The typed code, held by the screen, which clears a wrong one. */
interface CodeState {
  readonly token: string;
  readonly onToken: (token: string) => void;
  readonly input: RefObject<HTMLInputElement | null>;
}

interface CodeEntryProps extends CodeState {
  readonly step: SecondStep;
}

/** The choice of a method, and the field for its code. */
export function CodeEntry({ step, token, onToken, input }: CodeEntryProps) {
  const { ticket } = step;
  const options = methods.map((method) =>
    ticket === null || ticket.methods.includes(method.value)
      ? method
      : { ...method, hint: 'NOT SET UP', disabled: true },
  );
  const [chosen, setChosen] = useState<Method>(ticket?.methods[0] ?? 'app');
  useEffect(() => {
    input.current?.focus();
  }, [input]);

  const choose = (next: Method, byPointer: boolean) => {
    if (next !== chosen) {
      setChosen(next);
      onToken('');
      step.say(undefined);
    }
    // The field of the other method is mounted with the next paint.
    if (byPointer) setTimeout(() => input.current?.focus());
  };
  return (
    <EntryColumns>
      <div data-part="method">
        <Frame caption="Method">
          <MethodList label="Method" options={options} value={chosen} onChange={choose} />
        </Frame>
      </div>
      <div data-part="help">
        <NoCode />
      </div>
      <Stack gap="xl" data-part="code" data-entry>
        {step.state === 'expired' && (
          <SignInOver caption="Sign-in ended" title="Sign in again." onLeave={step.leave}>
            {ticket?.triesLeft === 0 ? 'No attempts are left.' : 'This sign-in has expired.'}
          </SignInOver>
        )}
        <Frame caption="Verify">
          <VerifyForm step={step} token={token} onToken={onToken} input={input} method={chosen} />
        </Frame>
      </Stack>
    </EntryColumns>
  );
}

interface VerifyFormProps extends CodeEntryProps {
  readonly method: Method;
}

function VerifyForm({ step, token, onToken, input, method }: VerifyFormProps) {
  const toast = useToast();
  const shown = methods.find(({ value }) => value === method) ?? methods[0];
  const isOpen = step.state === 'open';

  const submit = () => {
    if (token.trim() === '') {
      toast({ tone: 'danger', title: 'ERROR', description: 'Please enter authentication code' });
      step.say('Please enter authentication code');
      input.current?.focus();
    } else if (method === 'app' && token.length !== tokenLength) step.say(notSixDigits);
    else void step.verify(method, token);
  };
  const field = {
    label: shown.field,
    hint: shown.fieldHint,
    required: true,
    name: 'token',
    ref: input,
    value: token,
    error: step.error,
    disabled: !isOpen,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => {
      onToken(target.value);
      step.say(undefined);
    },
  };
  return (
    <FormBox
      noValidate
      aria-label="Verify"
      onSubmit={(event) => {
        event.preventDefault();
        if (isOpen) submit();
      }}
    >
      {method === 'app' ? (
        <TokenInput {...field} large onRefused={step.say} />
      ) : (
        <CodeInput {...field} placeholder={shown.placeholder} />
      )}
      <FormFoot>
        <Button
          type="submit"
          variant={isOpen ? 'primary' : 'default'}
          busy={step.isSending}
          wait={step.wait}
          disabled={!isOpen}
        >
          Verify
        </Button>
        <Button onClick={step.cancel}>Cancel</Button>
      </FormFoot>
      {step.problem !== null && (
        <Text as="p" role="alert" tone="danger" size="dense">
          <b>ERR</b> {step.problem}
        </Text>
      )}
      <Callout lead="Multiple failed attempts lock the account.">Every attempt is logged.</Callout>
    </FormBox>
  );
}

function NoCode() {
  return (
    <Frame caption="No code available">
      <Text as="p" size="dense" tone="bright">
        Phone lost
      </Text>
      <Text as="p" size="dense" tone="muted">
        Use one of your backup codes.
      </Text>
      <Text as="p" size="dense" tone="bright">
        Codes lost too
      </Text>
      <Text as="p" size="dense" tone="muted">
        An administrator issues new ones. Enter one here as a backup code or as the permanent code.
      </Text>
    </Frame>
  );
}
