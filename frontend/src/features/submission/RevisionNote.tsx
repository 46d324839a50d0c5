import { ReviewerNote } from '@/components/ReviewerNote';
import { formatDateTime } from '@/lib/dates';
import type { Revision } from './draft';

/** The reason why the submission in the form was rejected. It stays until the revision is sent or cleared. */
export function RevisionNote({ title, reason, reviewer, rejectedAt }: Revision) {
  const by = [reviewer, rejectedAt === null ? null : formatDateTime(rejectedAt).slice(0, 16)];
  return (
    <ReviewerNote
      heading="Revising"
      title={title}
      quote={reason}
      by={by.filter((part) => part !== null).join(', ')}
    />
  );
}
