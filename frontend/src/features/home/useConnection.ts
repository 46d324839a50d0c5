import { useLock } from '@/api/selectors';

/** How the connection to the server is. What stays on one machine counts as secure, as browsers have it. */
export function useConnection(): 'SECURE' | 'NOT SECURE' | 'OFFLINE' {
  const { isError } = useLock();
  if (isError) return 'OFFLINE';
  return window.isSecureContext ? 'SECURE' : 'NOT SECURE';
}
