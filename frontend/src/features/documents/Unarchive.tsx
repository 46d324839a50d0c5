import { useState } from 'react';
import { useUnarchiveDocumentMutation } from '@/api/endpoints';
import { Button } from '@/components/Button';
import { ConfirmDialog } from '@/components/dialog/ConfirmDialog';

export function Unarchive({ id }: { readonly id: string }) {
  const [asking, setAsking] = useState(false);
  const [unarchive, { isLoading }] = useUnarchiveDocumentMutation();
  return (
    <>
      <Button busy={isLoading} onClick={() => setAsking(true)}>
        Unarchive
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Unarchive document"
        description="The document leaves its section and returns to the repository. It can be archived again."
        confirmLabel="Unarchive"
        busy={isLoading}
        onConfirm={() => void unarchive(id).finally(() => setAsking(false))}
      />
    </>
  );
}
