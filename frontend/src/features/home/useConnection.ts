import { useLock } from '@/api/selectors';

/** State of the connection to the server. A connection within one machine counts as secure, as in browsers. */
export function useConnection(): 'SECURE' | 'NOT SECURE' | 'OFFLINE' {
  const { isError } = useLock();
  if (isError) return 'OFFLINE';
  return window.isSecureContext ? 'SECURE' : 'NOT SECURE';
}
