import type { Submission } from '@/api/types';
import { typedRelease } from '@/lib/releaseDate';
import type { AttachedFile } from './draft';
import { hasAssignedTitle, type SubmissionValues } from './schema';

/** The rejected submission that is being revised. */
export interface Revision {
  readonly title: string;
  /** The reviewer's comment; `null` if there is none. */
  readonly reason: string | null;
  /** The reviewer's name; `null` if it is unknown. */
  readonly reviewer: string | null;
  /** Time of the rejection, RFC 3339. */
  readonly rejectedAt: string | null;
}

/** The text of a rejected submission as the form takes it. */
export function revisedValues(submission: Submission): SubmissionValues {
  const { title, category, content, scheduledReleaseAt } = submission;
  return {
    // The number of an incident belongs to the submission that was rejected.
    title: hasAssignedTitle({ category }) ? '' : title,
    category,
    content: content ?? '',
    release: typedRelease(scheduledReleaseAt),
  };
}

/** The file of a rejected submission. */
export function revisedFile({ filePath, attachment }: Submission): AttachedFile | null {
  return filePath === null
    ? null
    : { name: attachment?.name ?? 'File of the rejected submission', path: filePath };
}

/** The reason to show above the text of a rejected submission. */
export function rejectionOf({ title, reviewComments, reviewedAt, approvalSteps }: Submission): Revision {
  const rejection = approvalSteps.findLast(({ status }) => status === 'rejected');
  return {
    title,
    reason: reviewComments,
    reviewer: rejection?.approverUsername ?? null,
    rejectedAt: reviewedAt,
  };
}
