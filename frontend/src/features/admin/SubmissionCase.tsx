import { useCallback } from 'react';
import { useUser } from '@/api/selectors';
import type { AdminSubmission } from '@/api/types';
import { Badge } from '@/components/Badge';
import { CaseRow } from '@/components/CaseRow';
import { FileLink } from '@/components/FileLink';
import { FullText } from '@/components/FullText';
import { Stack } from '@/components/Layout';
import { Redacted } from '@/components/Text';
import { formatDate } from '@/lib/dates';
import { shortId } from '@/lib/ids';
import { ApprovalSteps } from './ApprovalSteps';
import type { Overtaken } from './held';
import { ReviewForm } from './ReviewForm';

interface SubmissionCaseProps {
  readonly submission: AdminSubmission;
  readonly overtaken: Overtaken | null;
  readonly onHold: (submission: AdminSubmission, held: boolean) => void;
}

/** One submission: what it says, what happened to it so far, and the decision. */
export function SubmissionCase({ submission, overtaken, onHold }: SubmissionCaseProps) {
  const user = useUser();
  const { maxApprovalSteps, approvalStep } = submission;
  const hold = useCallback(
    (held: boolean) => {
      onHold(submission, held);
    },
    [onHold, submission],
  );

  return (
    <CaseRow
      title={submission.title}
      meta={
        <>
          <span>{shortId('SUB', submission.id)}</span>
          <span>{submission.category}</span>
          <span>BY {submission.submittedByUsername}</span>
          <span>{formatDate(submission.createdAt)}</span>
          {submission.filePath !== null && (
            <FileLink href={submission.filePath} about={submission.title}>
              Attachment
            </FileLink>
          )}
          {maxApprovalSteps > 1 && (
            <Badge tone="info">
              Step {approvalStep} of {maxApprovalSteps}
            </Badge>
          )}
          {submission.submittedBy === user.id && <Badge tone="warn">Your own</Badge>}
        </>
      }
      decision={<ReviewForm submission={submission} overtaken={overtaken} onHold={hold} />}
    >
      <Stack gap="md">
        {submission.redacted ? (
          <Redacted />
        ) : (
          <FullText
            preview={submission.preview ?? ''}
            text={submission.content ?? ''}
            title={submission.title}
          />
        )}
        <ApprovalSteps submission={submission} />
      </Stack>
    </CaseRow>
  );
}
