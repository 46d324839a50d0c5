import type { ReviewSubmissionRequest } from '@/api/generated';
import type { AdminSubmission, Submission, User } from '@/api/types';
import { atLeast, atMost, checkFields, type Fields, type Rule } from '@/lib/checks';
import { levelsUpTo } from '@/lib/clearance';
import { shortId } from '@/lib/ids';
import { isEmergencyAccount } from '@/lib/permissions';

/** Characters of a comment or a reason. */
export const commentLimit = 2000;

/** The name under which an approval that was begun is kept. */
export function approvalDraft(submissionId: string): string {
  return `review.${submissionId}`;
}

/** The name under which a reason for a rejection is kept. */
export function rejectionDraft(submissionId: string): string {
  return `reject.${submissionId}`;
}

/** How many administrators a first reviewer can ask for, where there are as many. */
const stepChoices = [1, 2, 3, 4, 5] as const;

/**
 * How many of them can be asked for on one submission: every step takes another administrator, and none of them may be its
 * author. While the accounts are not known, any number; the server refuses what cannot be.
 */
export function stepsOffered(
  submission: Pick<Submission, 'submittedBy'>,
  accounts: readonly Pick<User, 'id' | 'isAdmin' | 'isApproved'>[] | undefined,
): readonly number[] {
  const able = accounts?.filter(
    (account) =>
      account.isAdmin &&
      account.isApproved &&
      account.id !== submission.submittedBy &&
      !isEmergencyAccount(account),
  ).length;
  return able === undefined ? stepChoices : stepChoices.filter((steps) => steps === 1 || steps <= able);
}

const tooLong = `At most ${commentLimit} characters`;

export type ApprovalValues = Fields<'level' | 'steps' | 'comments'>;

/** What an approval needs. */
export const checkApproval = checkFields<ApprovalValues>({
  level: [atLeast(1, 'Please assign a clearance level before approving.')],
  steps: [],
  comments: [atMost(commentLimit, tooLong)],
});

/** Blanks around a reason do not count. */
const trimmed =
  (rule: Rule): Rule =>
  (value) =>
    rule(value.trim());

export type RejectionValues = Fields<'reason'>;

/** What a rejection needs. */
export const checkRejection = checkFields<RejectionValues>({
  reason: [
    trimmed(atLeast(1, 'Please give the author a reason for the rejection.')),
    trimmed(atMost(commentLimit, tooLong)),
  ],
});

/** Whether nobody has approved it yet: only then is the number of steps, and the level, open. */
export function isFirstReview(submission: Pick<Submission, 'approvalStep'>): boolean {
  return submission.approvalStep === 1;
}

/** The levels a reviewer can assign: up to their own; after the first step only what that one assigned. */
export function assignableLevels(
  reviewerLevel: number,
  submission: Pick<Submission, 'assignedClearanceLevel' | 'approvalStep'>,
): readonly number[] {
  const own = levelsUpTo(reviewerLevel);
  const { assignedClearanceLevel: assigned } = submission;
  return assigned === null || isFirstReview(submission) ? own : own.filter((level) => level === assigned);
}

/** What a reviewer may not do with a submission, and why. */
export interface Barred {
  readonly from: 'approving' | 'both';
  readonly why: string;
}

/** What keeps this reviewer from the step that comes next, as the server would say it; `null` when nothing does. */
export function barredFrom(
  submission: Pick<
    AdminSubmission,
    'approvalSteps' | 'approvalStep' | 'assignedClearanceLevel' | 'awaitsAnotherApprover'
  >,
  user: Pick<User, 'id' | 'clearanceLevel'>,
): Barred | null {
  const own = submission.approvalSteps.find((step) => step.approverId === user.id);
  // If nobody else is left, the reviewer of one step may take the next one too.
  if (own !== undefined && submission.awaitsAnotherApprover) {
    return {
      from: 'both',
      why: `You took step ${own.stepNumber}. This one waits for another administrator.`,
    };
  }
  if (assignableLevels(user.clearanceLevel, submission).length > 0) return null;
  const level = submission.assignedClearanceLevel ?? 0;
  return { from: 'approving', why: `Step 1 assigned level ${level}, which is above your own.` };
}

/** What the form shows before anybody touched it. */
export function emptyApproval(levels: readonly number[], first: boolean): ApprovalValues {
  const [only] = levels;
  return { level: !first && only !== undefined ? String(only) : '', steps: '1', comments: '' };
}

/** What was kept of an approval, without a level that cannot be assigned any more. */
export function keptApproval(kept: ApprovalValues | null, levels: readonly number[]): ApprovalValues | null {
  if (kept === null || levels.includes(Number(kept.level))) return kept;
  return { ...kept, level: '' };
}

/** What is sent to approve. */
export function approvalOf(
  values: ApprovalValues,
  submission: Pick<Submission, 'approvalStep'>,
): ReviewSubmissionRequest {
  const comments = values.comments.trim();
  const steps = Number(values.steps);
  return {
    status: 'approved',
    clearanceLevel: Number(values.level),
    ...(comments === '' ? {} : { comments }),
    ...(isFirstReview(submission) && steps > 1 ? { maxApprovalSteps: steps } : {}),
  };
}

/** What the confirmation says about an approval. */
export function approvalWords(
  submission: Pick<Submission, 'id' | 'title' | 'approvalStep' | 'maxApprovalSteps'>,
  values: ApprovalValues,
): string {
  const steps = isFirstReview(submission) ? Number(values.steps) : submission.maxApprovalSteps;
  const left = steps - submission.approvalStep;
  const what = `${shortId('SUB', submission.id, 8)} "${submission.title}" at clearance level ${values.level}`;
  if (left > 0) {
    const others = left === 1 ? 'one more administrator approves' : `${left} more administrators approve`;
    return `Approve ${what}? This is step ${submission.approvalStep} of ${steps}: it is published once ${others}.`;
  }
  return `Approve ${what}? It is published to every operator of that level and above.`;
}
