import type { Board, SecurityAlert } from '@/api/types';
import { formatUntil, isWithinADay } from '@/lib/ago';
import { paths } from '@/lib/paths';
import { plural } from '@/lib/text';
import type { WaitingItem } from './WaitingList.style';

type Line = Omit<WaitingItem, 'warning' | 'isBad' | 'news'> & Partial<WaitingItem>;

const line = (given: Line): WaitingItem => ({
  warning: null,
  isBad: false,
  news: [],
  ...given,
});

/** The name of the oldest item, and the number of others. */
function otherItems(count: number, name: string): string {
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
      text: otherItems(accounts.count, accounts.oldest?.name ?? ''),
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

function ownItems({ timedOut, drafts }: Board): readonly WaitingItem[] {
  return [
    line({
      id: 'timed-out',
      count: timedOut,
      heading: 'Your timed-out items',
      text: 'Not reviewed within three days. Resubmit them to start a new review.',
      isBad: true,
      to: paths.ownSubmissions('timed-out'),
      action: 'Resubmit',
    }),
    line({
      id: 'drafts',
      count: drafts,
      heading: 'Your drafts',
      text: 'Not submitted yet. They are in your workspace.',
      to: paths.drafts(),
      action: 'Continue',
    }),
  ];
}

const unread = <Item extends { readonly readAt: string | null }>(items: readonly Item[]) =>
  items.filter(({ readAt }) => readAt === null);

const ids = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);

function alertLines(alerts: readonly SecurityAlert[]): readonly WaitingItem[] {
  const [worst, ...more] = unread(alerts);
  if (worst === undefined) return [];
  return [
    line({
      id: 'alerts',
      count: more.length + 1,
      heading: more.length === 0 ? 'Security alert' : 'Security alerts',
      text: worst.message,
      isBad: true,
      to: paths.alert(worst.cause),
      action: 'Inspect',
      news: ids([worst, ...more]),
    }),
  ];
}

/** The items that need the user, the most urgent first; empty queues are left out. */
export function waitingItems(
  board: Board,
  alerts: readonly SecurityAlert[],
  now: number = Date.now(),
): readonly WaitingItem[] {
  const items = [...alertLines(alerts), ...forAdministrators(board, now), ...ownItems(board)];
  return items.filter((item) => item.count > 0);
}
