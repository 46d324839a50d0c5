import { useState } from 'react';
import { useReviewSubmissionMutation } from '@/api/endpoints';
import { describeError } from '@/api/errors';
import type { ReviewSubmissionRequest } from '@/api/generated';
import { useUser } from '@/api/selectors';
import type { AdminSubmission } from '@/api/types';
import { useForm } from '@/components/Form';
import { readTexts, useDraft, useKeptForm } from '@/state/useDraft';
import {
  approvalDraft,
  assignableLevels,
  checkApproval,
  emptyApproval,
  isFirstReview,
  keptApproval,
} from './review';
import type { Sending } from './useOnce';

/**
 * The decision on one submission: its form, whose values are kept until they are sent or discarded, and the call. `onDecided`
 * is called after a decision was taken.
 */
export function useDecision(submission: AdminSubmission, sending: Sending, onDecided: (id: string) => void) {
  const user = useUser();
  const [reviewSubmission] = useReviewSubmissionMutation();
  const [problem, setProblem] = useState<string | null>(null);
  const { id } = submission;
  const levels = assignableLevels(user.clearanceLevel, submission);
  const empty = emptyApproval(levels, isFirstReview(submission));
  const draft = useDraft(approvalDraft(id), (stored) =>
    keptApproval(readTexts(stored, empty), levels, empty),
  );
  const form = useForm(checkApproval, empty, draft.kept ?? undefined);
  useKeptForm(approvalDraft(id), form);

  const decide = async (reviewSubmissionRequest: ReviewSubmissionRequest) => {
    setProblem(null);
    try {
      const taken = await sending.once(id, () =>
        // A refusal means that the queue has changed: it is loaded again either way.
        reviewSubmission({ id, reviewSubmissionRequest }).unwrap(),
      );
      if (!taken) return;
      draft.discard();
      onDecided(id);
    } catch (error) {
      setProblem(describeError(error));
    }
  };
  return { form, levels, problem, decide, discard: draft.discard, busy: sending.has(id) };
}
