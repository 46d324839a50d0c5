import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import type { Comment } from '@/api/types';
import { anchorOf } from './comments';

interface MoreComments {
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => unknown;
}

/**
 * The comment to which the address leads, if it does. It is scrolled to and focused each time somebody comes for it;
 * pages are fetched until it is there.
 */
export function useLinkedComment(
  comments: readonly Comment[] | undefined,
  more: MoreComments,
): string | null {
  const { hash, key } = useLocation();
  const id = hash.startsWith('#comment-') ? hash.slice('#comment-'.length) : null;
  const isThere = id !== null && (comments ?? []).some((comment) => comment.id === id);
  const isMissing = id !== null && !isThere;
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = more;
  const wantsMore = isMissing && hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (wantsMore) fetchNextPage();
  }, [wantsMore, fetchNextPage]);
  useEffect(() => {
    if (!isThere) return undefined;
    // After the page has put the reader where a new page begins.
    const frame = requestAnimationFrame(() => {
      const box = document.getElementById(anchorOf(id));
      box?.scrollIntoView({ block: 'start' });
      box?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [id, isThere, key]);
  return isThere ? id : null;
}
