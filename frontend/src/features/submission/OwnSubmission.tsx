import { Link } from 'react-router-dom';
import { useUser } from '@/api/selectors';
import type { Submission } from '@/api/types';
import { Badge, LevelBadge, StatusBadge } from '@/components/Badge';
import { Button, LinkButton } from '@/components/Button';
import { DataRow } from '@/components/DataRow';
import { FullText } from '@/components/FullText';
import { FileLink } from '@/components/FileLink';
import { Stack } from '@/components/Layout';
import { Text } from '@/components/Text';
import { formatDate } from '@/lib/dates';
import { shortId } from '@/lib/ids';
import { paths } from '@/lib/paths';
import { canReadDocument } from '@/lib/permissions';

interface OwnSubmissionProps {
  readonly submission: Submission;
  readonly onAgain: (submission: Submission) => void;
}

/** One submission and what became of it. */
export function OwnSubmission({ submission, onAgain }: OwnSubmissionProps) {
  const { title, documentId, status, assignedClearanceLevel } = submission;
  const user = useUser();
  // Assigned above the author's own level, it is not theirs to read any more.
  const cleared =
    documentId === null ||
    assignedClearanceLevel === null ||
    canReadDocument(user, { submittedBy: user.id, clearanceLevel: assignedClearanceLevel });
  return (
    <DataRow
      title={documentId === null || !cleared ? title : <Link to={paths.document(documentId)}>{title}</Link>}
      meta={<Facts submission={submission} cleared={cleared} />}
      actions={
        <>
          {documentId !== null && cleared && (
            <LinkButton size="sm" to={paths.document(documentId)} aria-label={`View ${title}`}>
              View
            </LinkButton>
          )}
          {status === 'rejected' && (
            <Button
              size="sm"
              aria-label={`Revise and resubmit ${title}`}
              onClick={() => {
                onAgain(submission);
              }}
            >
              Revise and resubmit
            </Button>
          )}
        </>
      }
    >
      <Stack gap="xs">
        {submission.reviewComments !== null && (
          <span>
            <Text tone="muted" size="dense" upper>
              Reviewer:
            </Text>{' '}
            <Text tone="bright" size="dense">
              {submission.reviewComments}
            </Text>
          </span>
        )}
        <Words submission={submission} isOnFile={documentId !== null && cleared} />
        {!cleared && (
          <Text tone="muted" size="dense">
            Published above your clearance level.
          </Text>
        )}
      </Stack>
    </DataRow>
  );
}

interface WordsProps {
  readonly submission: Submission;
  /** Its author reads it as a document. */
  readonly isOnFile: boolean;
}

function Words({ submission: { content, preview, title }, isOnFile }: WordsProps) {
  return content === null || isOnFile ? (
    <span>{preview}</span>
  ) : (
    <FullText preview={preview ?? ''} text={content} title={title} />
  );
}

interface FactsProps {
  readonly submission: Submission;
  /** Whether its author may read what it became. */
  readonly cleared: boolean;
}

function Facts({ submission, cleared }: FactsProps) {
  const { id, assignedClearanceLevel, category, createdAt, filePath, isTimedOut, status, title } = submission;
  const step = `STEP ${submission.approvalStep} OF ${submission.maxApprovalSteps}`;
  return (
    <>
      <span>{shortId('SUB', id)}</span>
      {assignedClearanceLevel !== null && <LevelBadge level={assignedClearanceLevel} />}
      <span>{category}</span>
      <span>{formatDate(createdAt)}</span>
      {isTimedOut ? <Badge tone="warn">Timed out</Badge> : <StatusBadge status={status} />}
      {status === 'pending' && submission.requiresMultiStepApproval && <span>{step}</span>}
      {filePath !== null && cleared && (
        <FileLink href={filePath} about={title}>
          Attachment
        </FileLink>
      )}
    </>
  );
}
