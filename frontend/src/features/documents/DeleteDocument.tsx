import { useState } from 'react';
import { useDeleteDocumentMutation } from '@/api/endpoints';
import type { DocumentRecord } from '@/api/types';
import { ConfirmDialog } from '@/components/ConfirmDialog';

interface DeleteDocumentProps {
  /** The document in question; the dialog is open while there is one. */
  readonly document: Pick<DocumentRecord, 'id' | 'title'> | null;
  readonly onClose: () => void;
  /** Called once it is gone. */
  readonly onDeleted?: (() => void) | undefined;
}

/** Asks before a document is removed, and removes it. */
export function DeleteDocument({ document, onClose, onDeleted }: DeleteDocumentProps) {
  const [deleteDocument, { isLoading }] = useDeleteDocumentMutation();
  // The words stay while the dialog closes.
  const [last, setLast] = useState(document);
  if (document !== null && document !== last) setLast(document);

  const remove = async (id: string) => {
    try {
      await deleteDocument(id).unwrap();
      onClose();
      onDeleted?.();
    } catch {
      // The notice has told why.
      onClose();
    }
  };

  return (
    <ConfirmDialog
      open={document !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Confirm deletion"
      description={`Are you sure you want to delete "${last?.title ?? ''}"? This action cannot be undone.`}
      confirmLabel="Delete"
      danger
      busy={isLoading}
      onConfirm={() => {
        if (document) void remove(document.id);
      }}
    />
  );
}
