import type { KeyboardEvent } from 'react';

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * The choice that an arrow key leads to from another one, round the ends; `undefined` for any other key. It is an element of
 * `open`, the choices that can be made. A key that leads somewhere does nothing else.
 */
export function arrowTarget<Choice>(
  event: KeyboardEvent,
  open: readonly Choice[],
  from: Choice,
): Choice | undefined {
  const step = steps[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  event.preventDefault();
  return open[(open.indexOf(from) + step + open.length) % open.length];
}
