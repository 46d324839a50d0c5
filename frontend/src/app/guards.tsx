import { Navigate, Outlet } from 'react-router-dom';
import { useGetSiteLockStatusQuery } from '@/api/endpoints';
import { useCurrentUser, useSiteLocked } from '@/api/selectors';
import { ErrorState, LoadingState } from '@/components/States';
import { decideAccess, type Access } from '@/lib/access';

/** Shows the screens under it to those they are for. The server enforces; this only spares people closed doors. */
export function Guard({ access }: { readonly access: Access }) {
  const { user, loading, failed, retry } = useCurrentUser();
  const lock = useGetSiteLockStatusQuery();
  const locked = useSiteLocked();

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
  return decision === 'allow' ? <Outlet /> : <Navigate to={decision.to} replace />;
}
