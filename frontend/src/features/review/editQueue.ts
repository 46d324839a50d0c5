import type { AdminEdit, User } from '@/api/types';
import { day, type GroupName, type QueueRow } from './queue';
import { timesOutAt, waitsSince } from './reviewQueue';

function groupOf(edit: AdminEdit, now: number): GroupName {
  if (timesOutAt(edit) - now < day) return 'Times out within a day';
  if (edit.stale) return 'Document changed since';
  return edit.approvalStep > 1 ? 'Later step' : 'Waiting';
}

/** An edit as a row of the queue, for this reviewer at this time. */
export function rowOfEdit(edit: AdminEdit, user: Pick<User, 'id'>, now: number): QueueRow {
  const isOwn = edit.submittedBy === user.id;
  return {
    id: edit.id,
    title: edit.currentDocument.title,
    author: isOwn ? 'you' : edit.submittedByUsername,
    waitingSince: waitsSince(edit),
    group: isOwn ? 'Your own' : groupOf(edit, now),
    step: isOwn ? 'own' : `${edit.approvalStep}/${edit.maxApprovalSteps}`,
    hasFile: false,
    preview: edit.changeDescription ?? edit.preview ?? '',
  };
}
