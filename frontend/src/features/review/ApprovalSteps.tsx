import type { Submission } from '@/api/types';
import { StatusBadge } from '@/components/Badge';
import { Row, Stack } from '@/components/Layout';
import { Text } from '@/components/Text';
import { formatDate } from '@/lib/dates';

type Steps = Pick<Submission, 'approvalSteps' | 'maxApprovalSteps'>;

/** The decisions so far with their comments; nothing before the first one. */
export function ApprovalSteps({
  submission: { approvalSteps, maxApprovalSteps },
}: {
  readonly submission: Steps;
}) {
  if (approvalSteps.length === 0) return null;
  return (
    <Stack as="ol" gap="sm" aria-label="Steps so far">
      {approvalSteps.map((step) => (
        <li key={step.id}>
          <Row as="span" gap="sm">
            <Text size="dense" tone="muted" upper>
              Step {step.stepNumber} of {maxApprovalSteps}
            </Text>
            <StatusBadge status={step.status} />
            <Text size="dense" tone="muted">
              {step.approverUsername} {formatDate(step.approvedAt)}
            </Text>
          </Row>
          {step.comments !== null && <p>{step.comments}</p>}
        </li>
      ))}
    </Stack>
  );
}
