import type { ReviewSubmissionRequest } from '@/api/generated';
import type { AdminSubmission, Submission, User } from '@/api/types';
import { atLeast, atMost, checkFields, type Fields, type Rule } from '@/lib/checks';
import { levelsUpTo, topLevel } from '@/lib/clearance';
import { shortId } from '@/lib/ids';
import { isEmergencyAccount } from '@/lib/permissions';
import { notATime, releaseOf, releaseWords, typedRelease } from '@/lib/releaseDate';

/** Characters of a comment or a reason. */
const commentLimit = 2000;

/** The name under which an unsent decision is kept. */
export function approvalDraft(submissionId: string): string {
  return `review.${submissionId}`;
}

/** How many administrators a first reviewer can ask for, if there are as many. */
const stepChoices = [1, 2, 3, 4, 5] as const;

/**
 * The numbers of steps that can be asked for on one submission: each step takes another administrator, and none of them
 * may be its author. Any number while the accounts are unknown; the server refuses too many.
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

const levelMissing = 'Please assign a clearance level before approving.';
const tooLong = `At most ${commentLimit} characters`;

/** The rules of a comment that need not be there. */
export const commentRules: readonly Rule[] = [atMost(commentLimit, tooLong)];

/**
 * `release` is the date and time in UTC that the field shows; `requested` is the author's, as it was when it was shown.
 */
export type ApprovalValues = Fields<'level' | 'steps' | 'comments' | 'release' | 'requested'>;

export const checkApproval = checkFields<ApprovalValues>({
  level: [atLeast(1, levelMissing)],
  steps: [],
  comments: commentRules,
  release: [(typed) => (typed.trim() === '' || releaseOf(typed) !== null ? undefined : notATime)],
  requested: [],
});

const trimmed =
  (rule: Rule): Rule =>
  (value) =>
    rule(value.trim());

export const checkRejection = checkFields<Fields<'comments'>>({
  comments: [
    trimmed(atLeast(1, 'Please give the author a reason for the rejection.')),
    trimmed(atMost(commentLimit, tooLong)),
  ],
});

/** Whether nobody has approved it yet: only then can the reviewer choose the level and the number of steps. */
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

/** Why the next step is another administrator's; `null` if it is not. `what` is what the case is. */
export function awaitsAnother(
  item: Pick<AdminSubmission, 'approvalSteps' | 'awaitsAnotherApprover' | 'submittedBy'>,
  user: Pick<User, 'id'>,
  what: 'submission' | 'edit',
): Barred | null {
  // If nobody else is left, the author may decide, and the reviewer of one step may take the next one too.
  if (!item.awaitsAnotherApprover) return null;
  if (item.submittedBy === user.id)
    return { from: 'both', why: `You wrote this ${what}. Another administrator decides it.` };
  const own = item.approvalSteps.find((step) => step.approverId === user.id);
  if (own === undefined) return null;
  return {
    from: 'both',
    why: `You took step ${own.stepNumber}. This one waits for another administrator.`,
  };
}

/** Why this reviewer may not take the next step, by the rules of the server; `null` if they may. */
export function barredFrom(
  submission: Pick<
    AdminSubmission,
    'approvalSteps' | 'approvalStep' | 'assignedClearanceLevel' | 'awaitsAnotherApprover' | 'submittedBy'
  >,
  user: Pick<User, 'id' | 'clearanceLevel'>,
): Barred | null {
  const waits = awaitsAnother(submission, user, 'submission');
  if (waits !== null) return waits;
  if (assignableLevels(user.clearanceLevel, submission).length > 0) return null;
  const level = submission.assignedClearanceLevel ?? 0;
  return { from: 'approving', why: `Step 1 assigned level ${level}, which is above your own.` };
}

export function emptyApproval(
  levels: readonly number[],
  submission: Pick<Submission, 'approvalStep' | 'scheduledReleaseAt'>,
): ApprovalValues {
  const [only] = levels;
  const level = !isFirstReview(submission) && only !== undefined ? String(only) : '';
  const release = typedRelease(submission.scheduledReleaseAt);
  return { level, steps: '1', comments: '', release, requested: release };
}

/**
 * The kept values of a decision; a level that can no longer be assigned becomes the initial one, and so does a release
 * date after the author has asked for another.
 */
export function keptApproval(
  kept: ApprovalValues | null,
  levels: readonly number[],
  empty: ApprovalValues,
): ApprovalValues | null {
  if (kept === null) return null;
  const { requested } = empty;
  return {
    ...kept,
    ...(levels.includes(Number(kept.level)) ? {} : { level: empty.level }),
    ...(kept.requested === requested ? {} : { release: empty.release, requested }),
  };
}

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
    ...(releaseOf(values.release) === releaseOf(values.requested)
      ? {}
      : { scheduledReleaseAt: releaseOf(values.release) }),
  };
}

export function approvalWords(
  submission: Pick<Submission, 'id' | 'title' | 'approvalStep' | 'maxApprovalSteps'>,
  values: ApprovalValues,
  now: number,
): string {
  const steps = isFirstReview(submission) ? Number(values.steps) : submission.maxApprovalSteps;
  const left = steps - submission.approvalStep;
  const at = releaseOf(values.release);
  const release = at !== null && Date.parse(at) > now ? ` It is released at ${releaseWords(at)}.` : '';
  const what = `${shortId('SUB', submission.id, 8)} "${submission.title}" at clearance level ${values.level}`;
  if (left > 0) {
    const others = left === 1 ? 'one more administrator approves' : `${left} more administrators approve`;
    return `Approve ${what}? This is step ${submission.approvalStep} of ${steps}: it is published once ${others}.${release}`;
  }
  // The two-person rule: the server asks for a second step where somebody else can take it.
  if (Number(values.level) === topLevel && submission.approvalStep === 1)
    return `Approve ${what}? At level ${topLevel} another administrator has to approve it too, if one can, before it is published.${release}`;
  if (release !== '') return `Approve ${what}?${release} Until then, only administrators see it.`;
  return `Approve ${what}? It is published to every operator of that level and above.`;
}

export function rejectionWords(
  kind: 'SUB' | 'EDIT',
  { id, title }: Pick<Submission, 'id' | 'title'>,
): string {
  return `Reject ${shortId(kind, id, 8)} "${title}"? The author sees your comment.`;
}

/** What the button that approves says, and why it cannot be pressed; `null` when it can. */
export function approveButton({ level }: Pick<ApprovalValues, 'level'>): {
  readonly label: string;
  readonly why: string | null;
} {
  return level === ''
    ? { label: 'Assign a level', why: levelMissing }
    : { label: `Approve at L${level}`, why: null };
}

/** Whether nothing can be decided any more: somebody has decided, or it has timed out. */
export function isOver(submission: Pick<Submission, 'status' | 'isTimedOut'>): boolean {
  return submission.status !== 'pending' || submission.isTimedOut;
}

/** What happened to an open submission elsewhere, in a sentence; `null` for nothing. */
export function overWords(
  submission: Pick<Submission, 'status' | 'isTimedOut' | 'approvalSteps'>,
  user: Pick<User, 'id'>,
): string | null {
  if (submission.status !== 'pending') {
    const last = submission.approvalSteps.at(-1);
    if (last === undefined) return `This is decided: ${submission.status}.`;
    const who = last.approverId === user.id ? 'You have' : `${last.approverUsername} has`;
    return `${who} already decided this: ${submission.status}.`;
  }
  return submission.isTimedOut
    ? 'This timed out after three days without a decision. It returns if its author resubmits it.'
    : null;
}
