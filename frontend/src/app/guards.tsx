import { Navigate, Outlet, useLocation, type Location } from 'react-router-dom';
import { useGetSiteLockStatusQuery } from '@/api/endpoints';
import { LetThrough, useCurrentUser, useSiteLocked } from '@/api/selectors';
import { ErrorState, LoadingState } from '@/components/States';
import { decideAccess, wayBack, type Access } from '@/lib/access';
import { paths } from '@/lib/paths';

/** Shows the screens under it to those they are for. The server enforces; this only spares people closed doors. */
export function Guard({ access }: { readonly access: Access }) {
  const { user, signedOut, loading, failed, retry } = useCurrentUser();
  const lock = useGetSiteLockStatusQuery();
  const locked = useSiteLocked();
  const { pathname, search, state } = useLocation() as Location<unknown>;

  if (failed && access !== 'public') {
    return (
      <ErrorState
        title="Failed to reach the terminal"
        message="The connection to the facility is down."
        onRetry={retry}
      />
    );
  }
  const decision = decideAccess({ user, loading: loading || lock.isLoading, locked, access });
  if (decision === 'wait') return <LoadingState label="ESTABLISHING LINK" />;
  if (decision === 'allow') {
    return (
      <LetThrough value={user}>
        <Outlet />
      </LetThrough>
    );
  }
  // Whoever a lockdown or the end of a session sends out comes back to where they were. After signing out nobody does:
  // the next one at this screen may be somebody else.
  if (decision.to === paths.authLocked || (decision.to === paths.auth && !signedOut))
    return <Navigate to={decision.to} state={{ from: pathname + search }} replace />;
  return <Navigate to={access === 'public' ? (wayBack(state) ?? decision.to) : decision.to} replace />;
}
