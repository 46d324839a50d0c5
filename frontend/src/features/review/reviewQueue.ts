import type { AdminSubmission, User } from '@/api/types';
import { day, type GroupName, type QueueRow } from './queue';

/** How long a submission may wait for its review, in milliseconds. */
const reviewWindow = 3 * day;

type Waiting = Pick<AdminSubmission, 'createdAt' | 'resubmittedAt'>;

/** When a submission began to wait, in milliseconds since the epoch. */
export function waitsSince({ createdAt, resubmittedAt }: Waiting): number {
  return Date.parse(resubmittedAt ?? createdAt);
}

/** When a submission times out, in milliseconds since the epoch. */
export function timesOutAt(submission: Waiting): number {
  return waitsSince(submission) + reviewWindow;
}

function groupOf(submission: AdminSubmission, now: number): GroupName {
  if (timesOutAt(submission) - now < day) return 'Times out within a day';
  return submission.approvalStep > 1 ? 'Later step' : 'Waiting';
}

/** A submission as a row of the queue, for this reviewer at this time. */
export function rowOf(submission: AdminSubmission, user: Pick<User, 'id'>, now: number): QueueRow {
  const { id, title, submittedByUsername, submittedBy, approvalStep, maxApprovalSteps } = submission;
  const isOwn = submittedBy === user.id;
  return {
    id,
    title,
    author: submittedByUsername,
    waitingSince: waitsSince(submission),
    group: isOwn ? 'Your own' : groupOf(submission, now),
    step: isOwn ? 'own' : `${approvalStep}/${maxApprovalSteps}`,
    hasFile: submission.attachment !== null || submission.filePath !== null,
    preview: submission.preview ?? '',
  };
}
