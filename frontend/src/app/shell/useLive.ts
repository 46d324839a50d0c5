import { useEffect, useRef } from 'react';
import { useCurrentUser, useLock } from '@/api/selectors';
import { canPassLockdown } from '@/lib/permissions';
import { useAppDispatch } from '@/state/hooks';
import type { LiveMemory } from '../listeners/live';

const loadLive = () => import(/* webpackChunkName: "live" */ '../listeners/live');

/** Keeps the window up to date while a user is signed in who is not locked out. */
export function useLive(): void {
  const dispatch = useAppDispatch();
  const { user } = useCurrentUser();
  const { locked, isLoading } = useLock();
  const memory = useRef<{ readonly of: string; readonly live: LiveMemory }>(undefined);
  const id = user === null || isLoading || (locked && !canPassLockdown(user)) ? null : user.id;

  useEffect(() => {
    if (id === null) return undefined;
    if (memory.current?.of !== id) memory.current = { of: id, live: { seen: null, connected: false } };
    const { live } = memory.current;
    let stop: () => void = () => undefined;
    let gone = false;
    // Not needed before signing in.
    void loadLive().then(
      ({ startLive }) => {
        if (gone) return;
        stop = dispatch(startLive(live, () => window.location.reload()));
      },
      // Without the script there are no announcements; the screens still poll.
      () => undefined,
    );
    return () => {
      gone = true;
      stop();
    };
  }, [dispatch, id]);
}
