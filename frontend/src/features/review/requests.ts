import type { ArchiveRequest, User } from '@/api/types';
import type { Barred } from './decision';
import type { QueueRow } from './queue';

export function sectionOf({ sectionName }: Pick<ArchiveRequest, 'sectionName'>): string {
  return sectionName ?? 'Unknown Section';
}

/** Why this administrator may not decide, by the rules of the server; `null` if they may. */
export function barredFromRequest(
  request: Pick<ArchiveRequest, 'awaitsAnotherApprover' | 'redacted' | 'clearanceLevel'>,
): Barred | null {
  const why = request.awaitsAnotherApprover
    ? 'You made this request. Another administrator decides it.'
    : `This record is above your clearance. An administrator of level ${request.clearanceLevel} decides.`;
  return request.awaitsAnotherApprover || request.redacted ? { from: 'both', why } : null;
}

export function rowOfRequest(request: ArchiveRequest, user: Pick<User, 'id'>): QueueRow {
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
