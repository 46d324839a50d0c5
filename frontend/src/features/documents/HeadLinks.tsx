import { useListOwnEditsQuery } from '@/api/endpoints';
import type { DocumentRecord } from '@/api/types';
import { Button, DownloadButton, LinkButton } from '@/components/Button';
import { loadPictures } from '@/components/picture/loadPictures';
import { nextTask } from '@/lib/nextTask';
import { paths } from '@/lib/paths';
import { useView } from '@/state/useView';

/** Downloads the record as a file, as far as the user may read it. */
export function Download({ id }: Pick<DocumentRecord, 'id'>) {
  const { level } = useView();
  if (level !== null) return null;
  return (
    <DownloadButton size="sm" variant="flat" href={`/api/documents/${encodeURIComponent(id)}/export`}>
      Download as Markdown
    </DownloadButton>
  );
}

/** Opens the form of a new edit, or the user's pending edit: there can be only one. */
export function EditLink({ id }: { readonly id: string }) {
  const { data: edits } = useListOwnEditsQuery({}, { refetchOnMountOrArgChange: true });
  const edit = edits?.find(({ documentId, status }) => documentId === id && status === 'pending');
  if (edit === undefined)
    return (
      <LinkButton size="sm" to={paths.documentEdit(id)}>
        Edit
      </LinkButton>
    );
  return (
    <LinkButton size="sm" to={paths.ownEdit(edit.id)}>
      {edit.isTimedOut ? 'Edit timed out' : 'Edit pending'}
    </LinkButton>
  );
}

export function Print() {
  return (
    <Button
      size="sm"
      variant="flat"
      onClick={() => {
        // Wait until the sheet on a phone has closed.
        void nextTask()
          .then(loadPictures)
          .then(() => window.print());
      }}
    >
      Print
    </Button>
  );
}
