import { useDeleteDocumentMutation } from '@/api/endpoints';
import { useDeletionQuestion } from '@/records/rows/useDeletionQuestion';

/** Asks for confirmation, then deletes a document. */
export function useDeletion(onDeleted?: () => void) {
  const [deleteDocument] = useDeleteDocumentMutation();
  return useDeletionQuestion((id) =>
    deleteDocument(id)
      .unwrap()
      // The notification gives the reason of a failure.
      .then(onDeleted, () => undefined),
  );
}
