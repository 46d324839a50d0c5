import { useLayoutEffect, useRef } from 'react';
import type { Scope } from './hear';
import { openScope } from './keyboard';

/** Registers a scope while a component is mounted, before the first paint. */
export function useScope(level: Scope['level'], read: Scope['read'], isAlways = false): void {
  const latest = useRef(read);
  useLayoutEffect(() => {
    latest.current = read;
  });
  useLayoutEffect(
    () => openScope({ level, isAlways, read: (press) => latest.current(press) }),
    [isAlways, level],
  );
}
