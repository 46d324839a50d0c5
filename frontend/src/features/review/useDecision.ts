import { useState } from 'react';
import type { Check } from '@/lib/checks';
import { describeError } from '@/lib/errors';
import { useTextForm } from '@/text/useTextForm';
import type { Sending } from './useOnce';

interface DecisionParts<Values, Request> {
  /** The case. */
  readonly id: string;
  /** The name under which it is kept until it is sent or discarded. */
  readonly draftName: string;
  readonly check: Check<Values>;
  readonly empty: Values;
  /** Makes sense of what was kept, or refuses it. */
  readonly read: (stored: unknown) => Values | null;
  /** The call; rejects if the server refuses. */
  readonly send: (request: Request) => Promise<unknown>;
}

/**
 * The decision on one case: its form, whose values are kept until they are sent or discarded, and the call. `onDecided`
 * is called after a decision was taken.
 */
export function useDecision<Values extends object, Request>(
  parts: DecisionParts<Values, Request>,
  sending: Sending,
  onDecided: (id: string) => void,
) {
  const { id, draftName, check, empty, read, send } = parts;
  const [problem, setProblem] = useState<string | null>(null);
  const { form, text } = useTextForm(draftName, check, empty, read);

  const decide = async (request: Request) => {
    setProblem(null);
    try {
      const taken = await sending.once(id, () => text.submit(() => send(request)));
      if (taken) onDecided(id);
    } catch (error) {
      setProblem(describeError(error));
    }
  };
  return { form, problem, decide, discard: text.discard, busy: sending.has(id) };
}
