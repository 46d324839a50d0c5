import { useRef, useState } from 'react';
import { PageHeader } from '@/components/PageHeader';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { formatCountdown } from '@/lib/dates';
import { paths } from '@/lib/paths';
import { places } from '@/lib/places';
import { Redirect } from '@/router/Link';
import { useStatusLine } from '@/state/hooks';
import { spokenTime } from '@/state/useCountdown';
import { useSearchState } from '@/state/useSearchState';
import { CodeEntry } from './CodeEntry';
import { SignInOver } from './SignInOver';
import { pendingName } from './ticket';
import { TicketTiles, type TileClock } from './TicketTiles.style';
import { useSecondStep, type StepState } from './useSecondStep';

/** Remaining seconds from which the clock warns. */
const warnFrom = 60;

/** The second step of a sign-in. Without a username there was no first step. */
export function TwoFactorPage() {
  const [{ username }] = useSearchState(places.twoFactor.search);
  // The remembered name is read once, because it is forgotten while the screen is shown.
  const [name] = useState(() => pendingName(username));
  return name === null ? <Redirect to={paths.auth} /> : <SecondStep key={name} username={name} />;
}

const clockLabels: Readonly<Record<StepState, string>> = {
  open: 'Time left',
  expired: 'Time left',
  locked: 'Locked for',
};

function clockOf(state: StepState, left: number | null, of: number | undefined): TileClock | null {
  if (left === null || of === undefined) return null;
  return {
    label: clockLabels[state],
    left: formatCountdown(state === 'expired' ? 0 : left),
    of: formatCountdown(of),
    tone: state === 'locked' ? 'danger' : left <= warnFrom ? 'warn' : 'bright',
  };
}

function SecondStep({ username }: { readonly username: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [token, setToken] = useState('');
  const step = useSecondStep(username, () => {
    setToken('');
    input.current?.focus();
  });
  const { state, ticket, left, lock } = step;
  useStatusLine(
    state === 'locked' ? 'LOCKED' : 'VERIFY',
    null,
    state === 'open' ? 'enter verify, esc cancel' : undefined,
  );

  return (
    <>
      <PageHeader title="Two-factor authentication" subtitle="Step 2 of 2" />
      <TicketTiles
        username={username}
        clock={clockOf(state, left, lock?.lasts ?? ticket?.lasts)}
        tries={ticket === null ? null : { left: lock === null ? ticket.triesLeft : 0, of: ticket.tries }}
      />
      <VisuallyHidden role="status">{state === 'open' ? spokenTime(left) : ''}</VisuallyHidden>
      {lock === null ? (
        <CodeEntry step={step} token={token} onToken={setToken} input={input} />
      ) : (
        <SignInOver
          caption="Account locked"
          title={left === 0 ? 'Sign in again.' : lock.message}
          onLeave={step.leave}
        >
          Then start the sign-in again. An administrator can unlock the account sooner. The lock is recorded
          in the security log.
        </SignInOver>
      )}
    </>
  );
}
