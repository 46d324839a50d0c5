import type { ReactNode } from 'react';
import { Button } from '@/components/Button';
import { Frame } from '@/components/Frame';
import { GroupHead } from '@/components/list/GroupHead';
import { PartBoundary } from '@/components/Frame';
import { Text } from '@/components/Text';
import { pressedBy } from '@/keyboard/controls';
import { newsKeys } from '@/keyboard/keys';
import { formatAgo } from '@/lib/ago';
import { unreadWords, type NewsRow } from './news';
import { NewsHead, NewsLine, NewsLines } from './NewsLine.style';
import { useNotificationsFocus } from './useNotificationsFocus';
import type { ReadersNews } from './useNews';

interface NewsPanelProps {
  readonly news: ReadersNews;
  /** Index of the first row of the panel among those of the screen. */
  readonly firstRow: number;
  /** Shown if there are none. */
  readonly instead?: ReactNode;
}

/** Decisions on the user's own items: unread ones first, then those read earlier. */
export function NewsPanel({ news, firstRow, instead = null }: NewsPanelProps) {
  const { count, rows, hasMore, showAll, earlier, read, readAll, open } = news;
  const box = useNotificationsFocus(firstRow);
  const hasNone = rows.length + earlier.length === 0;
  const lineOf = (item: NewsRow, index: number) => (
    <PartBoundary key={item.id} of={item} as="li">
      <NewsLine
        {...item}
        row={firstRow + index}
        at={item.createdAt}
        when={formatAgo(item.createdAt)}
        onOpen={() => open(item)}
        onRead={() => read(item)}
      />
    </PartBoundary>
  );
  return (
    <div ref={box} data-part="news" data-named tabIndex={-1}>
      {hasNone && instead !== null ? (
        instead
      ) : (
        <Frame list caption="News" count={count > 0 ? unreadWords(count) : undefined}>
          {hasNone && (
            <Text as="p" tone="muted">
              NO NEWS
            </Text>
          )}
          {rows.length > 0 && (
            <>
              <NewsHead>
                <GroupHead name="UNREAD" count={String(count)} />
                {rows.some(({ isRead }) => !isRead) && (
                  <Button size="sm" variant="flat" ref={pressedBy(newsKeys.readAll)} onClick={readAll}>
                    Mark all read
                  </Button>
                )}
              </NewsHead>
              <NewsLines>{rows.map(lineOf)}</NewsLines>
              {hasMore && (
                <Button size="sm" onClick={showAll}>
                  All news
                </Button>
              )}
            </>
          )}
          {earlier.length > 0 && (
            <>
              <NewsHead>
                <GroupHead name="EARLIER" count="90 DAYS" />
              </NewsHead>
              <NewsLines>{earlier.map((item, index) => lineOf(item, rows.length + index))}</NewsLines>
            </>
          )}
        </Frame>
      )}
    </div>
  );
}
