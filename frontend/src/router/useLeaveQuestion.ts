import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useRouter } from './RouterProvider';

/** Props for the question whether to leave a screen. */
interface LeaveQuestion {
  readonly open: boolean;
  readonly stay: () => void;
  readonly leave: () => void;
}

/** Prevents leaving this screen while something would be lost, except at the end of a session. */
export function useLeaveQuestion(isHeld: boolean): LeaveQuestion {
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
