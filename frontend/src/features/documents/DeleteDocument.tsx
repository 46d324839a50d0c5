import { useState } from 'react';
import { useDeleteDocumentMutation } from '@/api/endpoints';
import type { DocumentRecord } from '@/api/types';
import { ConfirmDialog } from '@/components/dialog/ConfirmDialog';
import { Isolated } from '@/components/Isolated';

interface DeleteDocumentProps {
  /** The document to delete; the dialog is open while there is one. */
  readonly document: Pick<DocumentRecord, 'id' | 'title'> | null;
  readonly onClose: () => void;
  readonly onDeleted?: (() => void) | undefined;
}

export function DeleteDocument({ document, onClose, onDeleted }: DeleteDocumentProps) {
  const [deleteDocument, { isLoading }] = useDeleteDocumentMutation();
  // Keeps the text on screen while the dialog closes.
  const [last, setLast] = useState(document);
  if (document !== null && document !== last) setLast(document);

  const remove = async (id: string) => {
    try {
      await deleteDocument(id).unwrap();
      onClose();
      onDeleted?.();
    } catch {
      // The notification has given the reason.
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
      description={
        <>
          Are you sure you want to delete "<Isolated>{last?.title ?? ''}</Isolated>"? This action cannot be
          undone. Administrators find it in the trash for 30 days.
        </>
      }
      confirmLabel="Delete"
      danger
      busy={isLoading}
      onConfirm={() => {
        if (document) void remove(document.id);
      }}
    />
  );
}
