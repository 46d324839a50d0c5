import { Link } from 'react-router-dom';
import type { Submission } from '@/api/types';
import { Badge, LevelBadge, StatusBadge } from '@/components/Badge';
import { Button, LinkButton } from '@/components/Button';
import { DataRow } from '@/components/DataRow';
import { FileLink } from '@/components/FileLink';
import { Stack } from '@/components/Layout';
import { Text } from '@/components/Text';
import { formatDate } from '@/lib/dates';
import { shortId } from '@/lib/ids';
import { paths } from '@/lib/paths';
import { preview, previewLength } from '@/lib/text';

interface OwnSubmissionProps {
  readonly submission: Submission;
  readonly onAgain: (submission: Submission) => void;
}

/** One submission and what became of it. */
export function OwnSubmission({ submission, onAgain }: OwnSubmissionProps) {
  const { title, documentId, status } = submission;
  return (
    <DataRow
      title={documentId === null ? title : <Link to={paths.document(documentId)}>{title}</Link>}
      meta={<Facts submission={submission} />}
      actions={
        <>
          {documentId !== null && (
            <LinkButton size="sm" to={paths.document(documentId)} aria-label={`View ${title}`}>
              View
            </LinkButton>
          )}
          {status === 'rejected' && (
            <Button
              size="sm"
              aria-label={`Submit again ${title}`}
              onClick={() => {
                onAgain(submission);
              }}
            >
              Submit again
            </Button>
          )}
        </>
      }
    >
      <Stack gap="xs">
        <span>{preview(submission.content, previewLength.submission)}</span>
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
      </Stack>
    </DataRow>
  );
}

function Facts({ submission }: { readonly submission: Submission }) {
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
      {filePath !== null && (
        <FileLink href={filePath} about={title}>
          Attachment
        </FileLink>
      )}
    </>
  );
}
