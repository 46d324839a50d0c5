import type { DocumentRecord } from '@/api/types';
import { useConfirm } from '@/components/dialog/ConfirmDialog';
import { Isolated } from '@/components/Isolated';

/** Asks for confirmation, then deletes a document by this call. */
export function useDeletionQuestion(remove: (id: string) => unknown) {
  return useConfirm(({ id, title }: Pick<DocumentRecord, 'id' | 'title'>) => ({
    title: 'Confirm deletion',
    description: (
      <>
        Are you sure you want to delete "<Isolated>{title}</Isolated>"? This action cannot be undone.
        Administrators find it in the trash for 30 days.
      </>
    ),
    confirmLabel: 'Delete',
    danger: true,
    onConfirm: () => remove(id),
  }));
}
