import { useReviewSubmissionMutation } from '@/api/endpoints';
import type { ReviewSubmissionRequest } from '@/api/generated';
import { useUser } from '@/api/selectors';
import type { AdminSubmission } from '@/api/types';
import { readTexts } from '@/lib/storedTexts';
import { approvalDraft, assignableLevels, checkApproval, emptyApproval, keptApproval } from './review';
import { useDecision } from './useDecision';
import type { Sending } from './useOnce';

/** The decision on one submission. `onDecided` is called after a decision was taken. */
export function useSubmissionDecision(
  submission: AdminSubmission,
  sending: Sending,
  onDecided: (id: string) => void,
) {
  const user = useUser();
  const [reviewSubmission] = useReviewSubmissionMutation();
  const { id } = submission;
  const levels = assignableLevels(user.clearanceLevel, submission);
  const empty = emptyApproval(levels, submission);
  const decision = useDecision(
    {
      id,
      draftName: approvalDraft(id),
      check: checkApproval,
      empty,
      read: (stored) => keptApproval(readTexts(stored, empty), levels, empty),
      // A refusal means that the queue has changed: it is loaded again either way.
      send: (reviewSubmissionRequest: ReviewSubmissionRequest) =>
        reviewSubmission({ id, reviewSubmissionRequest }).unwrap(),
    },
    sending,
    onDecided,
  );
  return { ...decision, levels };
}
