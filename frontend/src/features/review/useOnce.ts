import { useMemo, useRef, useState } from 'react';

export interface Sending {
  readonly has: (id: string) => boolean;
  /** Sends a decision unless one on the same submission is being sent. Resolves to whether it was sent. */
  readonly once: (id: string, send: () => Promise<unknown>) => Promise<boolean>;
}

/** Sends each decision once: while one is being sent, another on the same submission is not. */
export function useOnce(): Sending {
  // The ref decides, because two presses may come before the next render; buttons show the state.
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
