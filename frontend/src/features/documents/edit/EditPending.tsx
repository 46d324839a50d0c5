import type { DocumentRecord, OwnEdit } from '@/api/types';
import { LinkButton } from '@/components/Button';
import { Row, Stack } from '@/components/Layout';
import { PageHeader, PlaceLink } from '@/components/PageHeader';
import { EmptyState } from '@/components/States';
import { Note } from '@/components/Text';
import { formatDate } from '@/lib/dates';
import { shortId } from '@/lib/ids';
import { paths } from '@/lib/paths';

/** What an earlier edit waits for, and why it prevents another one. */
function wordsOf({ createdAt, isTimedOut }: OwnEdit): string {
  const proposed = `You proposed an edit of this document on ${formatDate(createdAt)}.`;
  return isTimedOut
    ? `${proposed} Nobody reviewed it within 3 days. Resubmit or withdraw it before you propose another one.`
    : `${proposed} It waits for review. Withdraw it before you propose another one.`;
}

interface EditPendingProps {
  readonly document: DocumentRecord;
  readonly edit: OwnEdit;
}

/** In place of the form, while an edit of the same document has not been decided. */
export function EditPending({ document, edit }: EditPendingProps) {
  return (
    <Stack gap="xl">
      <PageHeader
        title="Edit document"
        subtitle={`${shortId('DOC', document.id)} | ${document.title}`}
        actions={<PlaceLink to={paths.document(document.id)}>Record</PlaceLink>}
      />
      <EmptyState
        title={edit.isTimedOut ? 'YOUR EDIT HAS TIMED OUT' : 'YOUR EDIT IS PENDING'}
        hint={wordsOf(edit)}
        action={
          <LinkButton variant="primary" to={paths.ownEdit(edit.id)}>
            Open pending edit
          </LinkButton>
        }
      />
    </Stack>
  );
}

/** Above a form with text, while an edit of the same document has not been decided: this one cannot be sent. */
export function PendingNote({ edit }: { readonly edit: OwnEdit }) {
  return (
    <Stack gap="md">
      <Note role="status">{wordsOf(edit)} What you have written here is kept.</Note>
      <Row>
        <LinkButton size="sm" to={paths.ownEdit(edit.id)}>
          Open pending edit
        </LinkButton>
      </Row>
    </Stack>
  );
}
