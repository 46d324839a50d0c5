import type { Submission } from '@/api/types';
import { attachedFiles } from '@/lib/attachedFiles';
import { typedRelease } from '@/lib/releaseDate';
import { emptyRecord, type RecordText } from '@/text/recordText';
import { hasAssignedTitle } from './schema';

/** The text of a rejected submission as the form takes it. */
export function revisedText(submission: Submission): RecordText {
  const { title, category, content, scheduledReleaseAt } = submission;
  return {
    ...emptyRecord,
    // The number of an incident belongs to the submission that was rejected.
    title: hasAssignedTitle({ category }) ? '' : title,
    category,
    content: content ?? '',
    release: typedRelease(scheduledReleaseAt),
    files: attachedFiles(submission),
  };
}
