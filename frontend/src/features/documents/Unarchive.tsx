import { useUnarchiveDocumentMutation } from '@/api/endpoints';
import { Button } from '@/components/Button';
import { useConfirm } from '@/components/dialog/ConfirmDialog';

export function Unarchive({ id }: { readonly id: string }) {
  const [unarchive, { isLoading }] = useUnarchiveDocumentMutation();
  const [ask, question] = useConfirm(() => ({
    title: 'Unarchive document',
    description: 'The document leaves its section and returns to the repository. It can be archived again.',
    confirmLabel: 'Unarchive',
    onConfirm: () => unarchive(id),
  }));
  return (
    <>
      <Button busy={isLoading} onClick={() => ask()}>
        Unarchive
      </Button>
      {question}
    </>
  );
}
