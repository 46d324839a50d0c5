import { useMemo, useRef, useState } from 'react';

/** The decisions that are on their way to the server. */
export interface Sending {
  readonly has: (id: string) => boolean;
  /** Sends unless a decision on this submission is on its way already; resolves to whether it was taken. */
  readonly once: (id: string, send: () => Promise<unknown>) => Promise<boolean>;
}

/** Lets each decision go to the server once: while one is on its way, another on the same submission is not sent. */
export function useOnce(): Sending {
  // The ref decides, because two presses may come before the next render; the state is what buttons show.
  const underWay = useRef(new Set<string>());
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set());
  return useMemo(
    () => ({
      has: (id) => shown.has(id),
      once: async (id, send) => {
        if (underWay.current.has(id)) return false;
        underWay.current.add(id);
        setShown(new Set(underWay.current));
        try {
          await send();
          return true;
        } finally {
          underWay.current.delete(id);
          setShown(new Set(underWay.current));
        }
      },
    }),
    [shown],
  );
}
