import { useLock } from '@/api/selectors';
import { useAppSelector } from '@/state/hooks';

/** State of the connection: announcements arrive, only announcements are missing, or the server does not respond. */
export type Connection = 'up' | 'reconnecting' | 'offline';

/** The state of the connection, from polling the lock and from the socket. */
export function useConnection(): Connection {
  const { isError } = useLock();
  const link = useAppSelector((state) => state.ui.link);
  if (isError) return 'offline';
  return link === 'down' ? 'reconnecting' : 'up';
}
