import type { DocumentPage } from '@/api/endpoints';

/** Number of matches as text. The server counts the matches of a search only up to a thousand. */
export function matchingText({ matching, isAtLeast }: Pick<DocumentPage, 'matching' | 'isAtLeast'>): string {
  return isAtLeast ? `${matching}+` : String(matching);
}
