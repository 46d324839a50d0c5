import { useUnarchiveDocumentMutation } from '@/api/endpoints';
import { Button } from '@/components/Button';

/** Takes a document out of the archive. It can be archived again, so it does not ask. */
export function Unarchive({ id }: { readonly id: string }) {
  const [unarchive, { isLoading }] = useUnarchiveDocumentMutation();
  return (
    <Button
      busy={isLoading}
      onClick={() => {
        void unarchive(id);
      }}
    >
      Unarchive
    </Button>
  );
}
