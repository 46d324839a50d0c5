import { useEffect, useState } from 'react';
import { useCurrentUser } from '@/api/selectors';
import { askWhoIsThere } from '@/api/session';
import { useLogout } from '@/commands/useCommandContext';
import { isUserPresent } from '@/lib/activity';
import { isEmergencyAccount } from '@/lib/permissions';
import { useAppDispatch, useAppSelector } from '@/state/hooks';
import { useSecondsLeft } from '@/state/useSecondsLeft';
import { SessionEndDialog, useSessionEndSoon } from './SessionEndDialog';

/** The warning appears this many seconds before the end (WCAG 2.2.1). */
export const warnBefore = 60;

/** Interval of requests after the end while the server does not respond, in milliseconds. */
const askAgainAfter = 5000;

/** Warns before the session ends, and offers to extend it if that is possible. */
export function SessionWatch() {
  const { user } = useCurrentUser();
  return user === null ? null : (
    <Countdown key={user.id} minutes={user.sessionTimeout} isEmergency={isEmergencyAccount(user)} />
  );
}

interface CountdownProps {
  /** Minutes without activity after which the session ends. */
  readonly minutes: number;
  /** Emergency access cannot be extended. */
  readonly isEmergency: boolean;
}

/**
 * Counts down to the end that the server has reported. Before the warning the server is asked again, because the user
 * may have been active in another window. That request is automatic and does not extend the session, unless the user is
 * active in this window.
 */
function Countdown({ minutes, isEmergency }: CountdownProps) {
  const logout = useLogout();
  const dispatch = useAppDispatch();
  const endsAt = useAppSelector((state) => state.session.endsAt);
  const isFinal = useAppSelector((state) => state.session.isFinal);
  const left = useSecondsLeft();
  const [asked, setAsked] = useState<number | null>(null);
  const [dismissed, setDismissed] = useState<number | null>(null);
  const isNear = left !== null && left <= warnBefore;
  const isOver = left === 0;
  useSessionEndSoon();

  useEffect(() => {
    if (!isNear || isOver || endsAt === null) return undefined;
    let gone = false;
    void dispatch(askWhoIsThere(isUserPresent() ? 'person' : 'clock')).then(() => {
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
    return () => clearInterval(timer);
  }, [dispatch, isOver]);

  if (!isNear || isOver || asked !== endsAt || dismissed === endsAt) return null;
  return (
    <SessionEndDialog
      open
      onOpenChange={() => setDismissed(endsAt)}
      left={left}
      cause={isEmergency ? 'emergency' : isFinal ? 'longest' : 'idle'}
      minutes={minutes - 1}
      onExtend={() => dispatch(askWhoIsThere('person'))}
      onEnd={() => void logout()}
    />
  );
}
