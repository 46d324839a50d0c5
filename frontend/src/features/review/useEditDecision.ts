import { useReviewDocumentEditMutation } from '@/api/endpoints';
import type { ReviewEditRequest } from '@/api/generated';
import { readTexts } from '@/lib/storedTexts';
import { checkDecision, editDraft, emptyDecision } from './editReview';
import { useDecision } from './useDecision';
import type { Sending } from './useOnce';

/** The decision on one edit. `onDecided` is called after a decision was taken. */
export function useEditDecision(id: string, sending: Sending, onDecided: (id: string) => void) {
  const [reviewDocumentEdit] = useReviewDocumentEditMutation();
  return useDecision(
    {
      id,
      draftName: editDraft(id),
      check: checkDecision,
      empty: emptyDecision,
      read: (stored) => readTexts(stored, emptyDecision),
      // A refusal means that the queue or the document has changed: both are loaded again either way.
      send: (reviewEditRequest: ReviewEditRequest) => reviewDocumentEdit({ id, reviewEditRequest }).unwrap(),
    },
    sending,
    onDecided,
  );
}

/** The decision on an edit: its form and its calls. */
export type EditDecisionHandle = ReturnType<typeof useEditDecision>;
