import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useRouter } from './RouterProvider';

/** The question whether to leave a screen that keeps the reader. */
interface Leaving {
  readonly open: boolean;
  readonly stay: () => void;
  readonly leave: () => void;
}

/** Keeps the reader on this screen while something would be lost, other than by the end of a session. */
export function useHold(isHeld: boolean): Leaving {
  const router = useRouter();
  const hold = useRef(isHeld);
  useEffect(() => {
    hold.current = isHeld;
  }, [hold, isHeld]);
  useEffect(() => router.hold(hold), [hold, router]);
  const held = useSyncExternalStore(router.subscribe, () => router.state.held);
  return {
    open: held?.by === hold,
    stay: router.stay,
    leave: () => {
      router.stay();
      held?.proceed();
    },
  };
}
