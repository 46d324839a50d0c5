import type { Board, BoardNews, DeadlineReminder, SecurityAlert } from '@/api/types';
import type { WaitingItem } from '@/components/WaitingList';
import { formatUntil, isWithinADay } from '@/lib/ago';
import { paths } from '@/lib/paths';
import { plural } from '@/lib/text';

type Line = Omit<WaitingItem, 'about' | 'warning' | 'by' | 'isBad' | 'news'> & Partial<WaitingItem>;

const line = (given: Line): WaitingItem => ({
  about: null,
  warning: null,
  by: null,
  isBad: false,
  news: [],
  ...given,
});

/** The name of the oldest, and how many others wait. */
function others(count: number, name: string): string {
  return count > 1 ? `${name} and ${plural(count - 1, 'other')}` : name;
}

function forAdministrators({ waiting }: Board, now: number): readonly WaitingItem[] {
  if (waiting === null) return [];
  const { submissions, accounts, edits, archiveRequests } = waiting;
  const end = submissions.oldest?.timesOutAt;
  return [
    line({
      id: 'submissions',
      count: submissions.count,
      heading: 'Submissions to review',
      warning: isWithinADay(end, now) ? `Next times out ${formatUntil(end, now)}.` : null,
      text: `Oldest: ${submissions.oldest?.name ?? ''}`,
      to: `${paths.admin}?tab=review`,
      action: 'Review',
    }),
    line({
      id: 'accounts',
      count: accounts.count,
      heading: 'Accounts to approve',
      text: others(accounts.count, accounts.oldest?.name ?? ''),
      to: `${paths.admin}?tab=users`,
      action: 'Open',
    }),
    line({
      id: 'edits',
      count: edits.count,
      heading: 'Edits to compare',
      text: `Oldest: ${edits.oldest?.name ?? ''}`,
      to: paths.edits,
      action: 'Open',
    }),
    line({
      id: 'archive',
      count: archiveRequests.count,
      heading: 'Archive requests',
      text: `Oldest: ${archiveRequests.oldest?.name ?? ''}`,
      to: paths.archiveRequests,
      action: 'Open',
    }),
  ];
}

const idsOf = (items: readonly BoardNews[]) => items.map((item) => item.id);

/** A line about decisions of one kind, as the newest of them has it. */
function decided(items: readonly BoardNews[], given: Line, silent: string): WaitingItem {
  const [newest] = items;
  return line({
    ...given,
    about: newest?.title ?? null,
    by: newest?.decidedBy ?? null,
    text: newest?.comments ? `"${newest.comments}"` : silent,
  });
}

/** The record or item that the newest of these is about. */
function newestOf(items: readonly BoardNews[]): string {
  return items[0]?.entityId ?? '';
}

function ownItems({ decided: news, timedOut, drafts }: Board): readonly WaitingItem[] {
  const of = (kind: BoardNews['kind']) => news.items.filter((item) => item.kind === kind);
  const [late, rejected, approved] = [of('timed_out'), of('submission_rejected'), of('submission_approved')];
  const [editsRejected, editsApproved] = [of('edit_rejected'), of('edit_approved')];
  const [archived, kept] = [of('archive_approved'), of('archive_rejected')];
  return [
    line({
      id: 'timed-out',
      count: timedOut,
      heading: 'Of yours, timed out',
      about: late[0]?.title ?? null,
      text: 'Nobody decided within three days. Resubmit to start a new review.',
      isBad: true,
      to: paths.ownSubmissions('timed-out'),
      action: 'Resubmit',
      news: idsOf(late),
    }),
    decided(
      rejected,
      {
        id: 'rejected',
        count: rejected.length,
        heading: 'Of yours, rejected',
        text: '',
        isBad: true,
        to: paths.ownSubmissions('rejected'),
        action: 'Revise',
        news: idsOf(rejected),
      },
      'No comment.',
    ),
    decided(
      editsRejected,
      {
        id: 'edits-rejected',
        count: editsRejected.length,
        heading: 'Edits of yours, rejected',
        text: '',
        isBad: true,
        to: paths.drafts('edits'),
        action: 'Revise',
        news: idsOf(editsRejected),
      },
      'No comment.',
    ),
    decided(
      editsApproved,
      {
        id: 'edits-approved',
        count: editsApproved.length,
        heading: 'Edits of yours, approved',
        text: '',
        to: paths.documentHistory(newestOf(editsApproved)),
        action: 'History',
        news: idsOf(editsApproved.slice(0, 1)),
      },
      'On file.',
    ),
    decided(
      approved,
      {
        id: 'approved',
        count: approved.length,
        heading: 'Of yours, approved',
        text: '',
        to: paths.document(newestOf(approved)),
        action: 'Open',
        // The record of the newest opens, so the others stay.
        news: idsOf(approved.slice(0, 1)),
      },
      'On file.',
    ),
    decided(
      kept,
      {
        id: 'archive-rejected',
        count: kept.length,
        heading: 'Archive requests rejected',
        text: '',
        to: paths.document(newestOf(kept)),
        action: 'Open',
        news: idsOf(kept.slice(0, 1)),
      },
      'No comment.',
    ),
    decided(
      archived,
      {
        id: 'archive-approved',
        count: archived.length,
        heading: 'Archived as you requested',
        text: '',
        to: paths.document(newestOf(archived)),
        action: 'Open',
        news: idsOf(archived.slice(0, 1)),
      },
      'In the archive.',
    ),
    line({
      id: 'drafts',
      count: drafts,
      heading: 'Drafts of yours',
      text: 'Not submitted yet. They are in your workspace.',
      to: paths.drafts(),
      action: 'Continue',
    }),
  ];
}

/** What an administrator is alerted to. */
export interface Alerted {
  readonly alerts: readonly SecurityAlert[];
  readonly reminders: readonly DeadlineReminder[];
}

const unread = <Item extends { readonly readAt: string | null }>(items: readonly Item[]) =>
  items.filter(({ readAt }) => readAt === null);

const ids = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);

/** The unread alerts, before everything else. */
function alertLines({ alerts }: Alerted): readonly WaitingItem[] {
  const [worst, ...more] = unread(alerts);
  if (worst === undefined) return [];
  return [
    line({
      id: 'alerts',
      count: more.length + 1,
      heading: more.length === 0 ? 'Security alert' : 'Security alerts',
      text: worst.message,
      isBad: true,
      to: worst.cause === 'suspicious_sign_ins' ? paths.monitoring : paths.logged(worst.cause),
      action: 'Inspect',
      news: ids([worst, ...more]),
    }),
  ];
}

/** The unread reminders, after the queues that they are about. */
function deadlineLines({ reminders }: Alerted): readonly WaitingItem[] {
  const [first, ...more] = unread(reminders);
  if (first === undefined) return [];
  return [
    line({
      id: 'deadlines',
      count: more.length + 1,
      heading: more.length === 0 ? 'Deadline reminder' : 'Deadline reminders',
      text: first.message,
      to: `${paths.admin}?tab=review`,
      action: 'Open',
      news: ids([first, ...more]),
    }),
  ];
}

/** What waits for the reader, most urgent first; only lines with something in them. */
export function waitingItems(
  board: Board,
  alerted: Alerted,
  now: number = Date.now(),
): readonly WaitingItem[] {
  const items = [
    ...alertLines(alerted),
    ...forAdministrators(board, now),
    ...deadlineLines(alerted),
    ...ownItems(board),
  ];
  return items.filter((item) => item.count > 0);
}
