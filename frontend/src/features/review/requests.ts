import type { ArchiveRequest, User } from '@/api/types';
import { atLeast, atMost, checkFields, type Fields } from '@/lib/checks';
import type { QueueRow } from './queue';

/** Characters of a comment. */
const commentLimit = 2000;

export type DecisionValues = Fields<'comments'>;

export const emptyDecision: DecisionValues = { comments: '' };

const tooLong = `At most ${commentLimit} characters`;

export const checkApproval = checkFields<DecisionValues>({ comments: [atMost(commentLimit, tooLong)] });

export const checkRejection = checkFields<DecisionValues>({
  comments: [
    (value) => atLeast(1, 'Please give the requester a reason for the rejection.')(value.trim()),
    (value) => atMost(commentLimit, tooLong)(value.trim()),
  ],
});

/** The name under which an unsent decision is kept. */
export function decisionDraft(id: string): string {
  return `archive-request.${id}`;
}

export function sectionOf({ sectionName }: Pick<ArchiveRequest, 'sectionName'>): string {
  return sectionName ?? 'Unknown Section';
}

/** Why this administrator may not decide, by the rules of the server; `null` if they may. */
export function barredFrom(
  request: Pick<ArchiveRequest, 'awaitsAnotherApprover' | 'redacted' | 'clearanceLevel'>,
): string | null {
  if (request.awaitsAnotherApprover) return 'You made this request. Another administrator decides it.';
  if (request.redacted)
    return `This record is above your clearance. An administrator of level ${request.clearanceLevel} decides.`;
  return null;
}

export function rowOf(request: ArchiveRequest, user: Pick<User, 'id'>): QueueRow {
  const { id, title, archiveRequestedAt, archiveRequestedBy, createdAt, attachment, excerpt } = request;
  return {
    id,
    title,
    author: request.archiveRequestedByUsername,
    waitingSince: Date.parse(archiveRequestedAt ?? createdAt),
    group: 'Waiting',
    step: archiveRequestedBy === user.id ? 'own' : '1/1',
    hasFile: attachment !== null,
    preview: excerpt ?? '',
  };
}
