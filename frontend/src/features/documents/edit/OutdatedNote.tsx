import type { DocumentRecord } from '@/api/types';
import { Button, LinkButton } from '@/components/Button';
import { useConfirm } from '@/components/dialog/ConfirmDialog';
import { Row, Stack } from '@/components/Layout';
import { Note } from '@/components/Text';
import { paths } from '@/lib/paths';
import type { EditFormHandle } from './useEditForm';

interface OutdatedNoteProps {
  readonly document: DocumentRecord;
  readonly handle: EditFormHandle;
}

/**
 * Says that the document has changed since the edit was begun. What was typed stays until its author decides otherwise.
 */
export function OutdatedNote({ document, handle: { base, slot } }: OutdatedNoteProps) {
  const { version } = document;
  const [ask, question] = useConfirm(() => ({
    title: `Start again from version ${version}`,
    description: 'Everything that you have changed here is discarded.',
    confirmLabel: 'Start again',
    danger: true,
    onConfirm: slot.discard,
  }));
  return (
    <Stack gap="md">
      <Note role="status">
        The document has changed since you began: version {version} is on file, and your edit is written
        against version {base.version}. You can still send it; the reviewer compares both.
      </Note>
      <Row>
        <LinkButton size="sm" to={paths.comparison(document.id, base.version, version)}>
          Compare versions
        </LinkButton>
        <Button size="sm" variant="danger" onClick={() => ask()}>
          Start again from version {version}
        </Button>
      </Row>
      {question}
    </Stack>
  );
}
