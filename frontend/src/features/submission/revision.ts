import type { Submission } from '@/api/types';
import { typedRelease } from '@/lib/releaseDate';
import { emptyRecord, type RecordText } from '@/text/recordText';
import { hasAssignedTitle } from './schema';

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
export function revisedText(submission: Submission): RecordText {
  const { title, category, content, filePath, attachment, scheduledReleaseAt } = submission;
  return {
    ...emptyRecord,
    // The number of an incident belongs to the submission that was rejected.
    title: hasAssignedTitle({ category }) ? '' : title,
    category,
    content: content ?? '',
    release: typedRelease(scheduledReleaseAt),
    file:
      filePath === null
        ? null
        : { name: attachment?.name ?? 'File of the rejected submission', path: filePath },
  };
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
