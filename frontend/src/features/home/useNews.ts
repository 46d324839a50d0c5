import { useState } from 'react';
import { useReadNotificationsMutation } from '@/api/endpoints';
import { useListNotificationsQuery } from '@/api/news';
import type { Board, User } from '@/api/types';
import { canSubmit } from '@/lib/permissions';
import { toReadRow, newsShown, toNewsRow, type NewsRow } from './news';

/** Number of requested items, to show those that were read earlier. */
const earlierShown = 20;

const asRead = (item: NewsRow): NewsRow => ({ ...item, isRead: true });

const isShown = (news: NewsRow | null): news is NewsRow => news !== null;

/** The user's notifications, and functions that mark them as read. */
export interface ReadersNews {
  readonly count: number;
  /** Unread items and those that were read on this page, newest first. */
  readonly rows: readonly NewsRow[];
  readonly hasMore: boolean;
  readonly showAll: () => void;
  readonly earlier: readonly NewsRow[];
  /** Marks an item as read and keeps its position. */
  readonly read: (item: NewsRow) => void;
  /** Marks all items as read, including those that are not shown, and keeps their positions. */
  readonly readAll: () => void;
  /** Marks an item as read when it is opened. */
  readonly open: (item: NewsRow) => void;
}

/**
 * The notifications of the board, and earlier ones. Items that are read on this page keep their position until the page
 * is left.
 */
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
      // Administrators' alerts are notifications too, but have their own read marks.
      void markRead(user.isAdmin ? { ids: unread.map(({ id }) => id) } : { all: true });
    },
    open: (item) => {
      if (!item.isRead) void markRead({ ids: [item.id] });
    },
  };
}
