import { useGetOwnEditQuery } from '@/api/endpoints';
import type { DocumentRecord, OwnEdit } from '@/api/types';
import { Button } from '@/components/Button';
import { useConfirm } from '@/components/dialog/ConfirmDialog';
import { Row, Stack } from '@/components/Layout';
import { Note } from '@/components/Text';
import { ReviewerNote } from '@/records/writing/ReviewerNote';
import { revisedText } from './editValues';
import type { EditFormHandle } from './useEditForm';

interface RejectionProps {
  /** The title of the document. */
  readonly title: string;
  readonly editId: string;
}

/** The reason why the edit that is revised was rejected. It stays until the revision is sent or discarded. */
export function Rejection({ title, editId }: RejectionProps) {
  const { data: edit } = useGetOwnEditQuery(editId);
  return edit === undefined ? null : (
    <ReviewerNote heading="Revising the edit of" title={title} rejected={edit} />
  );
}

interface OtherRevisionProps {
  readonly edit: OwnEdit;
  readonly document: DocumentRecord;
  readonly handle: EditFormHandle;
}

/** Says that the form holds other unsent text than the rejected edit that its author asked for. */
export function OtherRevision({ edit, document, handle }: OtherRevisionProps) {
  const [ask, question] = useConfirm(() => ({
    title: 'Replace unsent text',
    description: 'What this form holds now is discarded, and the text of the rejected edit takes its place.',
    confirmLabel: 'Replace',
    danger: true,
    onConfirm: () => handle.take(revisedText(edit, document)),
  }));
  return (
    <Stack gap="md">
      <Note role="status">The form holds other unsent changes of this document, which you made before.</Note>
      <Row>
        <Button size="sm" variant="danger" onClick={() => ask()}>
          Load the rejected text instead
        </Button>
      </Row>
      {question}
    </Stack>
  );
}
