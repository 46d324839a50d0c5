import { useLock } from '@/api/selectors';
import { useAppSelector } from '@/state/hooks';

/** The connection to the server: news arrive, only news are missing, or the server does not answer at all. */
export type Connection = 'up' | 'reconnecting' | 'offline';

/** How the connection is, from the poll of the lock and from the socket. */
export function useConnection(): Connection {
  const { isError } = useLock();
  const link = useAppSelector((state) => state.ui.link);
  if (isError) return 'offline';
  return link === 'down' ? 'reconnecting' : 'up';
}
