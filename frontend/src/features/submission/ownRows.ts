import type { Submission } from '@/api/types';
import type { RowGroup } from '@/components/list/Rows';
import type { Tone } from '@/components/Text';
import { formatUntil } from '@/lib/ago';
import { formatDate } from '@/lib/dates';
import type { PlaceSearch } from '@/lib/places';
import type { SearchValues } from '@/lib/searchState';

export type StatusFilter = SearchValues<PlaceSearch<'submission'>>['status'];

export type OwnStatus = Exclude<StatusFilter, 'all'>;

/** The statuses in the order of the filter, with their words. */
export const statuses = [
  { value: 'pending', label: 'Pending', tone: 'info' },
  { value: 'approved', label: 'Approved', tone: 'ok' },
  { value: 'rejected', label: 'Rejected', tone: 'danger' },
  { value: 'timed-out', label: 'Timed out', tone: 'warn' },
] as const satisfies readonly { readonly value: OwnStatus; readonly label: string; readonly tone: Tone }[];

/** What submissions and edits have in common. */
export type Reviewed = Pick<
  Submission,
  | 'id'
  | 'status'
  | 'isTimedOut'
  | 'maxApprovalSteps'
  | 'approvalSteps'
  | 'reviewComments'
  | 'reviewedAt'
  | 'timedOutAt'
  | 'createdAt'
  | 'resubmittedAt'
  | 'resubmittedAs'
>;

/** The status of a submission or an edit. On the wire, one that has timed out is pending. */
export function statusOf({ status, isTimedOut }: Pick<Submission, 'status' | 'isTimedOut'>): OwnStatus {
  return isTimedOut ? 'timed-out' : status;
}

/** Whether a later submission replaces it, so that its author has nothing left to do. */
export function isFollowed({ resubmittedAs }: Pick<Submission, 'resubmittedAs'>): boolean {
  return resubmittedAs !== null;
}

const groups = ['NEEDS YOU', 'IN REVIEW', 'ON FILE', 'RESUBMITTED'] as const;

const groupOfStatus = {
  rejected: 'NEEDS YOU',
  'timed-out': 'NEEDS YOU',
  pending: 'IN REVIEW',
  approved: 'ON FILE',
} as const satisfies Readonly<Record<OwnStatus, (typeof groups)[number]>>;

function groupOf(submission: Submission): (typeof groups)[number] {
  return isFollowed(submission) ? 'RESUBMITTED' : groupOfStatus[statusOf(submission)];
}

export interface OwnRow {
  readonly submission: Submission;
  readonly group: RowGroup;
  /** The first submission that needs its author: its button is the next action on the screen. */
  readonly isNext: boolean;
}

/** The submissions of a status, grouped by what they need; within a group in their given order. */
export function ownRows(submissions: readonly Submission[], filter: StatusFilter): readonly OwnRow[] {
  const shown = submissions.filter((one) => filter === 'all' || statusOf(one) === filter);
  return groups.flatMap((name, place) => {
    const members = shown.filter((one) => groupOf(one) === name);
    return members.map((submission, index) => ({
      submission,
      group: { name, count: String(members.length), isFirst: index === 0 },
      isNext: place === 0 && index === 0,
    }));
  });
}

export function statusChoices(
  submissions: readonly Submission[],
): readonly { readonly value: StatusFilter; readonly label: string }[] {
  const numberOf = (wanted: OwnStatus) => submissions.filter((one) => statusOf(one) === wanted).length;
  return [
    { value: 'all', label: `All (${submissions.length})` },
    ...statuses.map(({ value, label }) => ({ value, label: `${label} (${numberOf(value)})` })),
  ];
}

/** How a step of a review ended; `open` if it has not been taken. */
export type StepState = 'approved' | 'rejected' | 'open';

export function stepsOf({ maxApprovalSteps, approvalSteps }: Reviewed): readonly StepState[] {
  const count = Math.max(maxApprovalSteps, approvalSteps.length);
  return Array.from({ length: count }, (_step, index) => {
    const status = approvalSteps[index]?.status;
    return status === 'approved' || status === 'rejected' ? status : 'open';
  });
}

export interface ReviewWords {
  /** The last reviewer's comment; `null` if there is none. */
  readonly quote: string | null;
  /** Who decided and when, or what the submission is waiting for. */
  readonly note: string;
}

const threeDays = 3 * 24 * 3_600_000;

function waitWords({ createdAt, resubmittedAt }: Reviewed, now: number): string {
  const timesOut = new Date(Date.parse(resubmittedAt ?? createdAt) + threeDays).toISOString();
  return `Waiting for review. Times out ${formatUntil(timesOut, now)}.`;
}

/** A submission or an edit, with the level that a submission was published at. */
type Judged = Reviewed & Partial<Pick<Submission, 'assignedClearanceLevel'>>;

/** Who approved it, at which level; of several people first the one whose comment is shown. */
function approvalNote({ approvalSteps, reviewComments, assignedClearanceLevel = null }: Judged): string {
  const people = [...new Set(approvalSteps.map(({ approverUsername }) => approverUsername))];
  const level = assignedClearanceLevel === null ? [] : [`at L${assignedClearanceLevel}`];
  const note = [...people, ...level].join(', ');
  if (reviewComments === null || people.length < 2) return note;
  const writer = approvalSteps.findLast(({ comments }) => comments === reviewComments);
  return writer === undefined ? note : `${writer.approverUsername}; approved by ${note}`;
}

/** The words under a title. `cleared`: its author may read what it became. */
export function reviewWords(submission: Judged, cleared: boolean, now: number): ReviewWords {
  const { approvalSteps, reviewComments, reviewedAt } = submission;
  const last = approvalSteps.at(-1);
  switch (statusOf(submission)) {
    case 'rejected': {
      const by = [last?.approverUsername, formatDate(reviewedAt)];
      return { quote: reviewComments, note: by.filter((part) => part !== undefined).join(', ') };
    }
    case 'timed-out':
      return {
        quote: null,
        note: `No review within 3 days; left the queue on ${formatDate(submission.timedOutAt)}. Resubmitting starts a new 3 days.`,
      };
    case 'approved': {
      const note = approvalNote(submission);
      return {
        quote: reviewComments,
        note: cleared ? note : `${note}. Published above your clearance level.`,
      };
    }
    case 'pending':
      return last === undefined
        ? { quote: null, note: waitWords(submission, now) }
        : {
            quote: last.comments,
            note: `${last.approverUsername} approved step ${last.stepNumber}, ${formatDate(last.approvedAt)}`,
          };
  }
}
