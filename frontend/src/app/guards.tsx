import type { ReactNode } from 'react';
import { useLocation, type Location } from 'react-router-dom';
import { GuardedUser, useCurrentUser, useLock } from '@/api/selectors';
import { ErrorState, LoadingState } from '@/components/States';
import {
  returnState,
  decideAccess,
  needsAccount,
  returnAddress,
  type Audience,
  type RedirectState,
} from '@/lib/access';
import { paths } from '@/lib/paths';
import { Redirect } from '@/router/Link';

interface GuardProps {
  readonly access: Audience;
  readonly children: ReactNode;
}

/** Shows a screen only to the users it is for. The server enforces access; the guard avoids failing screens. */
export function Guard({ access, children }: GuardProps) {
  const { user, signedOut, lastPerson, loading, failed, retry } = useCurrentUser();
  const { locked, isLoading } = useLock();
  const { pathname, search, state } = useLocation() as Location<unknown>;

  if (failed && needsAccount(access)) {
    return (
      <ErrorState
        title="Failed to reach the terminal"
        message="The connection to the facility is down."
        onRetry={retry}
      />
    );
  }
  const decision = decideAccess({ user, loading: loading || isLoading, locked, access });
  if (decision === 'wait') return <LoadingState label="ESTABLISHING LINK" />;
  if (decision === 'allow') {
    return <GuardedUser value={user}>{children}</GuardedUser>;
  }
  // After a lockdown or the end of a session, the same user returns to this address; after signing out nobody does.
  if (decision.to === paths.authLocked || (decision.to === paths.auth && !signedOut)) {
    const sentOut: RedirectState = { from: pathname + search, about: state, person: lastPerson };
    return <WaitingRedirect to={decision.to} state={sentOut} />;
  }
  return <ReturnRedirect to={decision.to} person={access === 'public' ? (user?.id ?? null) : null} />;
}

interface ReturnRedirectProps {
  readonly to: string;
  /** Id of the user to return; `null` for none. */
  readonly person: string | null;
}

/** Redirects this user to the address they were at, otherwise to `to`. */
function ReturnRedirect({ to, person }: ReturnRedirectProps) {
  const { state } = useLocation() as Location<unknown>;
  const back = person === null ? null : returnAddress(state, person);
  return <WaitingRedirect to={back ?? to} state={back === null ? null : returnState(state)} />;
}

/** Redirects, and shows the connecting state until the code of the other screen has loaded. */
function WaitingRedirect({ to, state }: { readonly to: string; readonly state: unknown }) {
  return (
    <>
      <Redirect to={to} state={state} />
      <LoadingState label="ESTABLISHING LINK" />
    </>
  );
}
