import { useLayoutEffect, useRef, useState } from 'react';
import { useUser } from '@/api/selectors';
import { describeError } from '@/lib/errors';
import { readTexts } from '@/lib/storedTexts';
import { useTextForm } from '@/text/useTextForm';
import { decisionDue, type CaseKind, type Decision, type Reviewable } from './kind';
import type { Sending } from './useOnce';

/**
 * The decision on one case: its form, whose values are kept until they are sent or discarded, and the call. `onDone` is
 * called after a decision was taken.
 */
export function useDecision<Item extends Reviewable, Whole extends Item>(
  kind: CaseKind<Item, Whole>,
  item: Item,
  send: (request: Decision) => Promise<unknown>,
  { sending, onDone }: { readonly sending: Sending; readonly onDone: (id: string) => void },
) {
  const user = useUser();
  const [problem, setProblem] = useState<string | null>(null);
  const empty = kind.begin(item, user);
  const read = (stored: unknown) => {
    const kept = readTexts(stored, empty);
    return kept === null ? null : (kind.keep?.(kept, item, user) ?? kept);
  };
  const { form, text } = useTextForm(kind.draftName(item.id), kind.check, empty, read);

  const due = decisionDue(item);
  const begun = useRef(due);
  useLayoutEffect(() => {
    if (begun.current === due) return;
    begun.current = due;
    form.fill(read(form.values()) ?? empty);
  });

  const decide = async (request: Decision) => {
    setProblem(null);
    try {
      const taken = await sending.once(item.id, () => text.submit(() => send(request)));
      if (taken) onDone(item.id);
    } catch (error) {
      setProblem(describeError(error, kind.failed?.[request.status]));
    }
  };
  return {
    form,
    problem,
    decide,
    discard: () => {
      text.discard();
      onDone(item.id);
    },
    busy: sending.has(item.id),
  };
}
