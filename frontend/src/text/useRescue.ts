import { useEffect } from 'react';
import { useCurrentUser } from '@/api/selectors';
import { canSubmit } from '@/lib/permissions';
import { whenIdle } from '@/lib/whenIdle';
import { useAppDispatch } from '@/state/hooks';

/** Interval between attempts to save the browser's unsaved texts, in milliseconds. */
const rescueEvery = 15_000;

/**
 * Saves texts of this person that the browser kept because they could not be saved: it was killed, or there was no
 * server.
 */
export function useRescue(): void {
  const dispatch = useAppDispatch();
  const { user } = useCurrentUser();
  const person = user !== null && canSubmit(user) ? user.id : null;
  useEffect(() => {
    if (person === null) return undefined;
    const rescue = async () => {
      const { rescueTexts } = await import(/* webpackChunkName: "rescue" */ './rescue');
      await dispatch(rescueTexts(person));
    };
    const run = () => {
      // Without its code, the texts stay where they are.
      void rescue().catch(() => undefined);
    };
    const cancel = whenIdle(run);
    const timer = setInterval(run, rescueEvery);
    window.addEventListener('online', run);
    return () => {
      cancel();
      clearInterval(timer);
      window.removeEventListener('online', run);
    };
  }, [dispatch, person]);
}
