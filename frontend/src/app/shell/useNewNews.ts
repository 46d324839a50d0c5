import { useEffect, useRef, useState } from 'react';
import type { UnreadNews } from '@/api/news';
import type { News } from '@/api/types';
import { plural } from '@/lib/text';

/** The known items: ids of those that were read, and the time of the last unread one, after which there may be more. */
interface KnownItems {
  readonly ids: Set<string>;
  hiddenUntil: string;
}

/** The announcement of new items; `turn` distinguishes two equal announcements. */
interface Announcement {
  readonly turn: number;
  readonly text: string;
}

/** The alert panel announces alerts and deadlines itself. */
function isOwnNews({ kind }: News): boolean {
  return kind !== 'security_alert' && kind !== 'deadline';
}

/**
 * Announces notifications that arrive while the page is open, each once. The items of the first response are not new.
 * An older item that appears because newer ones were read is not new either.
 */
export function useNewNews(unread: UnreadNews | undefined): Announcement {
  const known = useRef<KnownItems | null>(null);
  const [said, setSaid] = useState<Announcement>({ turn: 0, text: '' });
  useEffect(() => {
    if (unread === undefined) return;
    const { count, first } = unread;
    const before = known.current;
    const open = first.filter(({ readAt }) => readAt === null);
    const fresh =
      before === null
        ? []
        : open.filter(
            (item) => isOwnNews(item) && !before.ids.has(item.id) && item.createdAt > before.hiddenUntil,
          );
    const last = count > open.length ? (open.at(-1)?.createdAt ?? '') : '';
    const hiddenUntil = before?.hiddenUntil ?? '';
    known.current = {
      ids: new Set([...(before?.ids ?? []), ...first.map(({ id }) => id)]),
      hiddenUntil: last > hiddenUntil ? last : hiddenUntil,
    };
    if (fresh.length === 0) return;
    const text = `${plural(fresh.length, 'news item')}: ${fresh.map(({ message }) => message).join(' ')}`;
    setSaid(({ turn }) => ({ turn: turn + 1, text }));
  }, [unread]);
  return said;
}
