import { ReviewerNote } from '@/components/ReviewerNote';
import { formatMoment } from '@/lib/dates';
import type { Revision } from './revision';

/** The reason why the submission in the form was rejected. It stays as long as the draft. */
export function RevisionNote({ title, reason, reviewer, rejectedAt }: Revision) {
  const by = [reviewer, rejectedAt === null ? null : formatMoment(rejectedAt)];
  return (
    <ReviewerNote
      heading="Revising"
      title={title}
      quote={reason}
      by={by.filter((part) => part !== null).join(', ')}
    />
  );
}
