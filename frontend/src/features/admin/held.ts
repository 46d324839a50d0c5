import { useCallback, useMemo, useState } from 'react';
import type { AdminSubmission } from '@/api/types';

/** What somebody else did to a submission while it was open here. */
export type Overtaken = 'decided' | 'step';

export interface Case {
  readonly submission: AdminSubmission;
  readonly overtaken: Overtaken | null;
}

/**
 * The queue as it is shown. A submission whose form holds something stays as it was when that was begun, in its old place
 * by age, even when the queue has moved on.
 */
export function withHeld(
  queue: readonly AdminSubmission[],
  held: readonly AdminSubmission[],
): readonly Case[] {
  const cases = queue.map((submission): Case => {
    const mine = held.find(({ id }) => id === submission.id);
    return mine !== undefined && mine.approvalStep !== submission.approvalStep
      ? { submission: mine, overtaken: 'step' }
      : { submission, overtaken: null };
  });
  for (const submission of held) {
    if (queue.some(({ id }) => id === submission.id)) continue;
    const later = cases.findIndex((other) => other.submission.createdAt > submission.createdAt);
    cases.splice(later === -1 ? cases.length : later, 0, { submission, overtaken: 'decided' });
  }
  return cases;
}

const none: readonly AdminSubmission[] = [];

/** Keeps the cases whose forms hold something on the page until they let go. */
export function useHeldCases(queue: readonly AdminSubmission[] | undefined) {
  const [held, setHeld] = useState<readonly AdminSubmission[]>(none);
  const hold = useCallback((submission: AdminSubmission, holds: boolean) => {
    setHeld((before) => {
      const known = before.some(({ id }) => id === submission.id);
      if (known === holds) return before;
      return holds ? [...before, submission] : before.filter(({ id }) => id !== submission.id);
    });
  }, []);
  const cases = useMemo(() => (queue ? withHeld(queue, held) : []), [queue, held]);
  return { cases, hold };
}
