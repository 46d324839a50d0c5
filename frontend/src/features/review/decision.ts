import type { AdminSubmission, Submission, User } from '@/api/types';
import { atLeast, atMost, checkFields, type Fields } from '@/lib/checks';
import { shortId } from '@/lib/ids';
import { isEmergencyAccount } from '@/lib/permissions';
import { notATime, releaseOf } from '@/lib/releaseDate';

/** Characters of a comment or a reason. */
const commentLimit = 2000;

/**
 * What a reviewer can choose and write, of whatever kind the case is. `release` is the date and time in UTC that the
 * field shows; `requested` is the author's, as it was when it was shown. The course of an outdated edit is kept with the
 * version that it was chosen for.
 */
export type DecisionValues = Fields<'level' | 'steps' | 'comments' | 'release' | 'requested' | 'course'>;

export const emptyDecision: DecisionValues = {
  level: '',
  steps: '1',
  comments: '',
  release: '',
  requested: '',
  course: '',
};

export const levelMissing = 'Please assign a clearance level before approving.';
const tooLong = `At most ${commentLimit} characters`;

const rules = {
  level: [],
  steps: [],
  comments: [atMost(commentLimit, tooLong)],
  release: [(typed: string) => (typed.trim() === '' || releaseOf(typed) !== null ? undefined : notATime)],
  requested: [],
  course: [],
};

/** The rules of an approval. */
export const checkDecision = checkFields<DecisionValues>(rules);

/** The rules of an approval that assigns a level. */
export const checkAssigning = checkFields<DecisionValues>({ ...rules, level: [atLeast(1, levelMissing)] });

/** What is wrong with the comment of a rejection, which this person reads; `undefined` for nothing. */
export function rejectionProblem(comments: string, reader: 'author' | 'requester'): string | undefined {
  if (comments === '') return `Please give the ${reader} a reason for the rejection.`;
  return comments.length > commentLimit ? tooLong : undefined;
}

/** Whether nobody has approved it yet: only then can the reviewer choose the level and the number of steps. */
export function isFirstReview(item: Pick<Submission, 'approvalStep'>): boolean {
  return item.approvalStep === 1;
}

/** What every approval sends of the decision. */
export function approvalOf({ comments, steps }: DecisionValues, item: Pick<Submission, 'approvalStep'>) {
  return {
    status: 'approved',
    ...(comments.trim() === '' ? {} : { comments: comments.trim() }),
    ...(isFirstReview(item) && Number(steps) > 1 ? { maxApprovalSteps: Number(steps) } : {}),
  } as const;
}

/** What an approval does only after others have approved too; empty where this one is the last. */
export function stepWords(
  { approvalStep, maxApprovalSteps }: Pick<Submission, 'approvalStep' | 'maxApprovalSteps'>,
  values: DecisionValues,
  effect: string,
): string {
  const steps = approvalStep === 1 ? Number(values.steps) : maxApprovalSteps;
  const left = steps - approvalStep;
  if (left <= 0) return '';
  const others = left === 1 ? 'one more administrator approves' : `${left} more administrators approve`;
  return ` This is step ${approvalStep} of ${steps}: it ${effect} once ${others}.`;
}

export function rejectionWords(
  kind: 'SUB' | 'EDIT',
  { id, title }: Pick<Submission, 'id' | 'title'>,
): string {
  return `Reject ${shortId(kind, id, 8)} "${title}"? The author sees your comment.`;
}

/** How many administrators a first reviewer can ask for, if there are as many. */
const stepChoices = [1, 2, 3, 4, 5] as const;

/**
 * The numbers of steps that can be asked for on one case: each step takes another administrator, and none of them may
 * be its author. Any number while the accounts are unknown; the server refuses too many.
 */
export function stepsOffered(
  { submittedBy }: Pick<Submission, 'submittedBy'>,
  accounts: readonly Pick<User, 'id' | 'isAdmin' | 'isApproved'>[] | undefined,
): readonly number[] {
  const able = accounts?.filter(
    (account) =>
      account.isAdmin && account.isApproved && account.id !== submittedBy && !isEmergencyAccount(account),
  ).length;
  return able === undefined ? stepChoices : stepChoices.filter((steps) => steps === 1 || steps <= able);
}

/** What a reviewer may not do with a case, and why. */
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
  return { from: 'both', why: `You took step ${own.stepNumber}. This one waits for another administrator.` };
}

/** Whether nothing can be decided any more: somebody has decided, or it has timed out. */
export function isOver(item: Pick<Submission, 'status' | 'isTimedOut'>): boolean {
  return item.status !== 'pending' || item.isTimedOut;
}

/** How an open case ended elsewhere, in a sentence; `null` if it has not. */
export function overWords(
  item: Pick<Submission, 'status' | 'isTimedOut' | 'approvalSteps'>,
  user: Pick<User, 'id'>,
): string | null {
  if (item.status !== 'pending') {
    const last = item.approvalSteps.at(-1);
    if (last === undefined) return `This is decided: ${item.status}.`;
    const who = last.approverId === user.id ? 'You have' : `${last.approverUsername} has`;
    return `${who} already decided this: ${item.status}.`;
  }
  return item.isTimedOut
    ? 'This timed out after three days without a decision. It returns if its author resubmits it.'
    : null;
}

/** Who took the step at which a case was opened, in a sentence; `null` for nobody else. */
export function takenWords(
  item: Pick<Submission, 'approvalStep' | 'approvalSteps'>,
  opened: number,
  user: Pick<User, 'id'>,
): string | null {
  const step = item.approvalSteps.at(-1);
  // An own step leads to the next case; one that appears here was somebody else's.
  if (item.approvalStep <= opened || step?.approverId === user.id) return null;
  return `${step?.approverUsername ?? 'Somebody else'} has taken step ${opened}. You decide the next one.`;
}
