import { useState } from 'react';
import { useReadNotificationsMutation } from '@/api/endpoints';
import { useListNotificationsQuery } from '@/api/news';
import type { Board, User } from '@/api/types';
import { canSubmit } from '@/lib/permissions';
import { toReadRow, newsShown, toNewsRow, type NewsRow } from './news';

/** How many items are asked for, to show those that were read earlier. */
const earlierShown = 20;

const asRead = (item: NewsRow): NewsRow => ({ ...item, isRead: true });

const isShown = (news: NewsRow | null): news is NewsRow => news !== null;

/** The reader's news, and the ways to mark them as read. */
export interface ReadersNews {
  /** The number of unread items. */
  readonly count: number;
  /** Unread items, and those that were read here, newest first. */
  readonly rows: readonly NewsRow[];
  readonly hasMore: boolean;
  readonly showAll: () => void;
  readonly earlier: readonly NewsRow[];
  /** Marks an item as read in its place. */
  readonly read: (item: NewsRow) => void;
  /** Marks all as read in their places, also those that are not shown. */
  readonly readAll: () => void;
  /** Marks an item as read whose place opens. */
  readonly open: (item: NewsRow) => void;
}

/** The news of the board, and what was read earlier; what is read here stays in its place until the page is left. */
export function useNews(decided: Board['decided'] | undefined, user: User): ReadersNews {
  const skip = !canSubmit(user);
  const [markRead] = useReadNotificationsMutation();
  const [done, setDone] = useState<readonly NewsRow[]>([]);
  const [all, setAll] = useState(false);
  const list = useListNotificationsQuery({ limit: earlierShown }, { skip });

  const doneIds = new Set(done.map(({ id }) => id));
  const fresh = (decided?.items ?? []).map(toNewsRow).filter(isShown);
  const unread = fresh.filter(({ id }) => !doneIds.has(id));
  const rows = [...unread, ...done].sort((one, other) => other.createdAt.localeCompare(one.createdAt));
  const shown = all ? rows : rows.slice(0, newsShown);
  const ids = new Set(rows.map(({ id }) => id));
  const notYetCounted = fresh.length - unread.length;
  return {
    count: Math.max(0, (decided?.count ?? 0) - notYetCounted),
    rows: shown,
    hasMore: shown.length < rows.length,
    showAll: () => setAll(true),
    earlier: (list.data ?? [])
      .map(toReadRow)
      .filter(isShown)
      .filter(({ id }) => !ids.has(id)),
    read: (item) => {
      setDone((before) => [...before, asRead(item)]);
      void markRead({ ids: [item.id] });
    },
    readAll: () => {
      setDone((before) => [...before, ...unread.map(asRead)]);
      // Alerts of administrators are notifications, too, and have marks of their own.
      void markRead(user.isAdmin ? { ids: unread.map(({ id }) => id) } : { all: true });
    },
    open: (item) => {
      if (!item.isRead) void markRead({ ids: [item.id] });
    },
  };
}
