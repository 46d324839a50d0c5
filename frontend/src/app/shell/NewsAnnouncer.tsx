import type { UnreadNews } from '@/api/news';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { useNewNews } from './useNewNews';

export function NewsAnnouncer({ unread }: { readonly unread: UnreadNews | undefined }) {
  const { turn, text } = useNewNews(unread);
  return (
    <VisuallyHidden role="status">
      <span key={turn}>{text}</span>
    </VisuallyHidden>
  );
}
