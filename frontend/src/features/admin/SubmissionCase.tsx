import { useCallback, useId, useState } from 'react';
import { useUser } from '@/api/selectors';
import type { AdminSubmission } from '@/api/types';
import { Badge } from '@/components/Badge';
import { Button } from '@/components/Button';
import { CaseRow } from '@/components/CaseRow';
import { FileLink } from '@/components/FileLink';
import { Row, Stack } from '@/components/Layout';
import { usePreload } from '@/components/lazyPart';
import { MarkdownText } from '@/components/MarkdownText';
import { Redacted } from '@/components/Text';
import { VisuallyHidden } from '@/components/VisuallyHidden';
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
  usePreload(MarkdownText);
  const [open, setOpen] = useState(false);
  const text = useId();
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
          <>
            <div id={text}>
              {open ? <MarkdownText text={submission.content ?? ''} /> : <p>{submission.preview}</p>}
            </div>
            <Row gap="sm">
              <Button
                size="sm"
                aria-expanded={open}
                aria-controls={text}
                onClick={() => {
                  setOpen(!open);
                }}
              >
                {open ? 'Close text' : 'Read full text'}
                <VisuallyHidden> of {submission.title}</VisuallyHidden>
              </Button>
            </Row>
          </>
        )}
        <ApprovalSteps submission={submission} />
      </Stack>
    </CaseRow>
  );
}
