import { useListUsersQuery } from '@/api/endpoints';
import type { Submission } from '@/api/types';
import { StatusBadge } from '@/components/Badge';
import { Row, Stack } from '@/components/Layout';
import { Text } from '@/components/Text';
import { formatDate } from '@/lib/dates';
import { day, timeLeft, timesOutAt } from './queue';

/** Who wrote it, and the level that the author has. */
export function AuthorName({
  item,
}: {
  readonly item: Pick<Submission, 'submittedBy' | 'submittedByUsername'>;
}) {
  const { data: accounts } = useListUsersQuery({});
  const author = accounts?.find(({ id }) => id === item.submittedBy);
  return (
    <>
      <Text tone="bright" size="dense">
        {item.submittedByUsername}
      </Text>
      {author && ` L${author.clearanceLevel}`}
    </>
  );
}

interface TimeLeftProps {
  readonly item: Pick<Submission, 'createdAt' | 'resubmittedAt'>;
  /** The time, in milliseconds since the epoch. */
  readonly now: number;
}

/** How long a case still waits before it times out. */
export function TimeLeft({ item, now }: TimeLeftProps) {
  const left = timesOutAt(item) - now;
  return (
    <Text tone={left < day ? 'warn' : 'text'} size="dense">
      {timeLeft(left)}
    </Text>
  );
}

interface StepsSoFarProps {
  readonly item: Pick<Submission, 'approvalSteps' | 'maxApprovalSteps'>;
}

/** The decisions so far with their comments; nothing before the first one. */
export function StepsSoFar({ item: { approvalSteps, maxApprovalSteps } }: StepsSoFarProps) {
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
