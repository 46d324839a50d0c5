import { useCallback, useMemo, useState } from 'react';
import { api, useAdminDocumentPageQuery, type AdminDocumentPage } from '@/api/endpoints';
import { describeError } from '@/lib/errors';
import { useAppDispatch } from '@/state/hooks';
import { useHeldQueries } from '@/state/useHeldQueries';
import { pagesOfRows, rowsOf, withAnswers } from './adminPages';

const { adminDocumentPage } = api.endpoints;

const none: readonly number[] = [];

/**
 * The loaded part of the list of all documents. Only the first page and the visible ones are subscribed to, so a change
 * refreshes only these and the list keeps its scroll position. The others are refreshed when they become visible.
 */
export function useAdminDocuments() {
  const dispatch = useAppDispatch();
  const first = useAdminDocumentPageQuery(null);
  const [pages, setPages] = useState<readonly AdminDocumentPage[]>([]);
  const [shown, setShown] = useState(none);

  // A page is identified by the cursor at the end of the previous page.
  const later = useMemo(
    () =>
      shown.flatMap((number) => {
        const cursor = pages[number - 1]?.next;
        return cursor === undefined || cursor === null ? [] : [{ number, cursor }];
      }),
    [pages, shown],
  );
  const cursorText = JSON.stringify(later.map(({ cursor }) => cursor));
  const cursors = useMemo(() => JSON.parse(cursorText) as readonly string[], [cursorText]);
  const source = useMemo(
    () => ({
      hold: (cursor: string) => dispatch(adminDocumentPage.initiate(cursor)),
      select: adminDocumentPage.select,
    }),
    [dispatch],
  );
  const { states, retry } = useHeldQueries(cursors, source);

  const current = withAnswers(pages, [
    [0, first.data],
    ...later.map(({ number }, index) => [number, states[index]?.data] as const),
  ]);
  if (current !== pages) setPages(current);

  const { rows, starts } = useMemo(() => rowsOf(current), [current]);
  const onShown = useCallback(
    (visible: readonly number[]) => {
      // The page that is being loaded at the end stays subscribed.
      setShown((before) => {
        const wanted = pagesOfRows(visible, starts).filter((number) => number > 0);
        const next = before.includes(starts.length) ? [...wanted, starts.length] : wanted;
        return before.join() === next.join() ? before : next;
      });
    },
    [starts],
  );
  const hasMore = (current.at(-1)?.next ?? null) !== null;
  const count = current.length;
  const onEndReached = useCallback(() => {
    if (hasMore) setShown((before) => (before.includes(count) ? before : [...before, count]));
  }, [count, hasMore]);

  const failed = states.find((state) => state.isError);
  return {
    first,
    rows,
    total: current[0]?.total ?? 0,
    isLoadingMore: states.some((state) => state.isLoading),
    failure: failed === undefined ? null : describeError(failed.error),
    retry,
    onShown,
    onEndReached,
  };
}
