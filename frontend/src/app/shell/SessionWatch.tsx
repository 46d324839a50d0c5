import { useEffect, useState } from 'react';
import { useCurrentUser } from '@/api/selectors';
import { askWhoIsThere } from '@/api/session';
import { useLogout } from '@/commands/useCommandContext';
import { Button } from '@/components/Button';
import { Dialog, useDialogSoon } from '@/components/Dialog';
import { isSomebodyHere } from '@/lib/activity';
import { formatCountdown } from '@/lib/dates';
import { useAppDispatch, useAppSelector } from '@/state/hooks';
import { useSecondsLeft } from '@/state/useSecondsLeft';

/** The warning comes this many seconds before the end (WCAG 2.2.1). */
export const warnBefore = 60;

/** How often an end that has come is asked about while the server does not answer, in milliseconds. */
const askAgainAfter = 5000;

/** Warns before the session ends, with a way to go on where there is one. */
export function SessionWatch() {
  const { user } = useCurrentUser();
  return user === null ? null : <Countdown key={user.id} />;
}

/**
 * Counts down to the end that the server has given. Before anything is said the server is asked again: somebody may have
 * gone on in another window. That look is the clock's and keeps nothing alive, unless somebody is typing here.
 */
function Countdown() {
  const dispatch = useAppDispatch();
  const endsAt = useAppSelector((state) => state.session.endsAt);
  const isFinal = useAppSelector((state) => state.session.isFinal);
  const left = useSecondsLeft();
  const [asked, setAsked] = useState<number | null>(null);
  const [dismissed, setDismissed] = useState<number | null>(null);
  const isNear = left !== null && left <= warnBefore;
  const isOver = left === 0;
  // It has to be there when the time comes, even if the server is not.
  useDialogSoon();

  useEffect(() => {
    if (!isNear || isOver || endsAt === null) return undefined;
    let gone = false;
    void dispatch(askWhoIsThere(isSomebodyHere() ? 'person' : 'clock')).then(() => {
      if (!gone) setAsked(endsAt);
    });
    return () => {
      gone = true;
    };
  }, [dispatch, endsAt, isNear, isOver]);

  useEffect(() => {
    if (!isOver) return undefined;
    const look = () => void dispatch(askWhoIsThere());
    look();
    const timer = setInterval(look, askAgainAfter);
    return () => {
      clearInterval(timer);
    };
  }, [dispatch, isOver]);

  if (!isNear || isOver || asked !== endsAt || dismissed === endsAt) return null;
  return (
    <Warning
      left={left}
      isFinal={isFinal}
      onExtend={() => void dispatch(askWhoIsThere('person'))}
      onDismiss={() => {
        setDismissed(endsAt);
      }}
    />
  );
}

interface WarningProps {
  readonly left: number;
  readonly isFinal: boolean;
  readonly onExtend: () => void;
  readonly onDismiss: () => void;
}

function Warning({ left, isFinal, onExtend, onDismiss }: WarningProps) {
  const logout = useLogout();
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) (isFinal ? onDismiss : onExtend)();
      }}
      title="Session ending"
      description={
        isFinal
          ? 'The session has reached its longest duration. Sign in again to go on; your text is kept.'
          : 'There was no activity for a while. Extend the session to stay signed in.'
      }
      footer={
        <>
          <Button variant="primary" onClick={isFinal ? onDismiss : onExtend}>
            {isFinal ? 'Continue' : 'Extend'}
          </Button>
          <Button onClick={() => void logout()}>Log out</Button>
        </>
      }
    >
      <p>
        Time left: <time>{formatCountdown(left)}</time>
      </p>
    </Dialog>
  );
}
