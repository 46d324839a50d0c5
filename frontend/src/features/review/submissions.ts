import type { ReviewSubmissionRequest } from '@/api/generated';
import type { AdminSubmission, Submission, User } from '@/api/types';
import { levelsUpTo, topLevel } from '@/lib/clearance';
import { shortId } from '@/lib/ids';
import { releaseOf, releaseWords, typedRelease } from '@/lib/releaseDate';
import {
  approvalOf,
  awaitsAnother,
  emptyDecision,
  isFirstReview,
  levelMissing,
  stepWords,
  type Barred,
  type DecisionValues,
} from './decision';
import type { Approve } from './DecisionBar.style';
import { rowOfWait, type QueueRow } from './queue';

/** The name under which an unsent decision is kept. */
export function submissionDraft(id: string): string {
  return `review.${id}`;
}

/** A submission as a row of the queue, for this reviewer at this time. */
export function rowOfSubmission(item: AdminSubmission, user: Pick<User, 'id'>, now: number): QueueRow {
  const { title, attachment, filePath, preview } = item;
  const hasFile = attachment !== null || filePath !== null;
  return { ...rowOfWait(item, user, now), title, hasFile, preview: preview ?? '' };
}

type Assigned = Pick<Submission, 'assignedClearanceLevel' | 'approvalStep'>;

/** The levels a reviewer can assign: up to their own; after the first step only what that one assigned. */
export function assignableLevels(reviewerLevel: number, item: Assigned): readonly number[] {
  const own = levelsUpTo(reviewerLevel);
  const { assignedClearanceLevel: assigned } = item;
  return assigned === null || isFirstReview(item) ? own : own.filter((level) => level === assigned);
}

/** Why this reviewer may not take the next step, by the rules of the server; `null` if they may. */
export function barredFromSubmission(
  item: Assigned & Pick<AdminSubmission, 'approvalSteps' | 'awaitsAnotherApprover' | 'submittedBy'>,
  user: Pick<User, 'id' | 'clearanceLevel'>,
): Barred | null {
  const waits = awaitsAnother(item, user, 'submission');
  if (waits !== null || assignableLevels(user.clearanceLevel, item).length > 0) return waits;
  const level = item.assignedClearanceLevel ?? 0;
  return { from: 'approving', why: `Step 1 assigned level ${level}, which is above your own.` };
}

/** What the decision on a submission begins with: a later step has one level, and the author may ask for a date. */
export function beginSubmission(
  item: Assigned & Pick<Submission, 'scheduledReleaseAt'>,
  { clearanceLevel }: Pick<User, 'clearanceLevel'>,
): DecisionValues {
  const [only] = assignableLevels(clearanceLevel, item);
  const release = typedRelease(item.scheduledReleaseAt);
  const level = !isFirstReview(item) && only !== undefined ? String(only) : '';
  return { ...emptyDecision, level, release, requested: release };
}

/**
 * The kept values of a decision; a level that can no longer be assigned becomes the initial one, and so does a release
 * date after the author has asked for another.
 */
export function keepSubmission(
  kept: DecisionValues,
  item: Assigned & Pick<Submission, 'scheduledReleaseAt'>,
  user: Pick<User, 'clearanceLevel'>,
): DecisionValues {
  const { level, release, requested } = beginSubmission(item, user);
  return {
    ...kept,
    ...(assignableLevels(user.clearanceLevel, item).includes(Number(kept.level)) ? {} : { level }),
    ...(kept.requested === requested ? {} : { release, requested }),
  };
}

export function submissionApproval(
  values: DecisionValues,
  item: Pick<Submission, 'approvalStep'>,
): ReviewSubmissionRequest {
  const release = releaseOf(values.release);
  return {
    ...approvalOf(values, item),
    clearanceLevel: Number(values.level),
    ...(release === releaseOf(values.requested) ? {} : { scheduledReleaseAt: release }),
  };
}

export function submissionApprovalWords(
  item: Pick<Submission, 'id' | 'title' | 'approvalStep' | 'maxApprovalSteps'>,
  values: DecisionValues,
  now: number,
): string {
  const at = releaseOf(values.release);
  const release = at !== null && Date.parse(at) > now ? ` It is released at ${releaseWords(at)}.` : '';
  const what = `Approve ${shortId('SUB', item.id, 8)} "${item.title}" at clearance level ${values.level}?`;
  const steps = stepWords(item, values, 'is published');
  if (steps !== '') return `${what}${steps}${release}`;
  // The two-person rule: the server asks for a second step where somebody else can take it.
  if (Number(values.level) === topLevel && isFirstReview(item))
    return `${what} At level ${topLevel} another administrator has to approve it too, if one can, before it is published.${release}`;
  if (release !== '') return `${what}${release} Until then, only administrators see it.`;
  return `${what} It is published to every operator of that level and above.`;
}

/** What the button that approves says, and why it cannot be pressed; `null` when it can. */
export function submissionButton({ level }: Pick<DecisionValues, 'level'>): Approve {
  return level === ''
    ? { label: 'Assign a level', why: levelMissing }
    : { label: `Approve at L${level}`, why: null };
}
