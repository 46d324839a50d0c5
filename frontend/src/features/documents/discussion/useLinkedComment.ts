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
 * The comment that the address names. It is scrolled to and focused each time the address changes to it; pages are
 * loaded until it is found.
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
    // After the router has set the scroll position of the new page.
    const frame = requestAnimationFrame(() => {
      const box = document.getElementById(anchorOf(id));
      box?.scrollIntoView({ block: 'start' });
      box?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [id, isThere, key]);
  return isThere ? id : null;
}
