import type { BoardNews, News } from '@/api/types';
import type { Tone } from '@/components/Text';
import { paths } from '@/lib/paths';

/** Number of unread items shown before the list is expanded. */
export const newsShown = 8;

export function unreadWords(count: number): string {
  return `${count} unread`;
}

export interface NewsRow {
  readonly id: string;
  readonly badge: string;
  readonly tone: Tone;
  readonly title: string;
  readonly to: string | null;
  readonly action: string;
  readonly by: string | null;
  readonly text: string;
  readonly createdAt: string;
  readonly isRead: boolean;
}

type Kind = News['kind'];

interface Look {
  readonly badge: string;
  readonly tone: Tone;
  readonly action: string;
  /** The text if the reviewer wrote no comment. */
  readonly silent: string;
}

/** The look of every kind; `null` for kinds that are shown elsewhere. */
const looks = {
  submission_approved: { badge: 'Approved', tone: 'ok', action: 'View record', silent: 'On file.' },
  submission_rejected: { badge: 'Rejected', tone: 'danger', action: 'Revise', silent: 'No comment.' },
  edit_approved: { badge: 'Edit approved', tone: 'ok', action: 'History', silent: 'The record includes it.' },
  edit_rejected: { badge: 'Sent back', tone: 'warn', action: 'Revise', silent: 'No comment.' },
  archive_approved: { badge: 'Archived', tone: 'ok', action: 'View record', silent: 'In the archive.' },
  archive_rejected: { badge: 'Not archived', tone: 'warn', action: 'View record', silent: 'No comment.' },
  timed_out: {
    badge: 'Timed out',
    tone: 'warn',
    action: 'Resubmit',
    silent: 'Not reviewed in 3 days. Resubmit it to start a new review.',
  },
  released: { badge: 'Released', tone: 'ok', action: 'View record', silent: 'Its readers can see it now.' },
  reclassified: { badge: 'Reclassified', tone: 'warn', action: 'View record', silent: '' },
  comment: { badge: 'Comment', tone: 'info', action: 'Open comment', silent: '' },
  answer: { badge: 'Answer', tone: 'info', action: 'Open comment', silent: '' },
  mention: { badge: 'Mention', tone: 'info', action: 'Open comment', silent: '' },
  watched: { badge: 'Watched', tone: 'info', action: 'View record', silent: 'It has a new version.' },
  reminder: { badge: 'Reminder', tone: 'warn', action: 'View', silent: '' },
  security_alert: null,
  deadline: null,
} as const satisfies Readonly<Record<Kind, Look | null>>;

/** The look of an item; `null` if it is shown elsewhere. An unknown kind from a newer server shows its message. */
function lookOf({ kind, message }: News): Look | null {
  // The message of a reminder says when the item leaves the queue.
  if (kind === 'reminder') return { ...looks.reminder, silent: message };
  return Object.hasOwn(looks, kind)
    ? looks[kind]
    : { badge: 'News', tone: 'info', action: 'View', silent: message };
}

/** The address of the record or comment that an item is about. */
function recordOf({ entityType, entityId, commentId }: News): string | null {
  if (entityType !== 'document' || entityId === null) return null;
  return commentId === null ? paths.document(entityId) : paths.comment(entityId, commentId);
}

/** The address of the item, or of the screen for the next action. */
function addressOf(news: News): string | null {
  const { kind, entityType, entityId, reason } = news;
  switch (kind) {
    case 'submission_rejected':
      return paths.ownSubmissions('rejected');
    case 'edit_rejected':
      return paths.drafts('edits');
    case 'timed_out':
      return paths.ownSubmissions('timed-out');
    case 'reminder':
      return entityType === 'document' ? paths.drafts('edits') : paths.ownSubmissions();
    case 'edit_approved':
      return entityId === null ? null : paths.documentHistory(entityId);
    case 'reclassified':
      // A missing reason means that the record is now above the reader's level.
      return reason === null ? null : recordOf(news);
    default:
      return recordOf(news);
  }
}

/** The change, followed by the comment of the user who made it. */
function textOf({ kind, change, reason }: News, silent: string): string {
  const words = reason === null ? silent : `"${reason}"`;
  if (kind !== 'reclassified') return words;
  const hidden = 'The record is now above your level, and so is the reason.';
  return `${change ?? ''}. ${reason === null ? hidden : words}`;
}

/** The row of an unread item of the board; `null` for kinds that are shown elsewhere. */
export function toNewsRow(news: BoardNews): NewsRow | null {
  const look = lookOf(news);
  if (look === null) return null;
  return {
    id: news.id,
    badge: look.badge,
    tone: look.tone,
    action: look.action,
    title: news.title,
    to: addressOf(news),
    by: news.decidedBy,
    text: textOf(news, look.silent),
    createdAt: news.createdAt,
    isRead: news.readAt !== null,
  };
}

/** The row of a read item: its message, on one line. */
export function toReadRow(news: News): NewsRow | null {
  const look = lookOf(news);
  if (look === null || news.readAt === null) return null;
  return {
    id: news.id,
    badge: look.badge,
    tone: look.tone,
    action: look.action,
    title: news.message,
    to: addressOf(news),
    by: null,
    text: '',
    createdAt: news.createdAt,
    isRead: true,
  };
}
