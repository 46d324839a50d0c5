import { useCommentPagesInfiniteQuery, useGetDocumentViewsQuery } from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import type { DocumentRecord } from '@/api/types';
import { Footnote } from '@/components/Text';
import { isOwner } from '@/lib/permissions';
import { plural } from '@/lib/text';
import { useView } from '@/state/useView';

/**
 * Number of people who have read a document, for its owner. Hidden while it is unknown, and if it is zero although
 * others have commented, because then it is outdated.
 */
export function Readers({ document }: { readonly document: DocumentRecord }) {
  const user = useUser();
  const { asked } = useView();
  const skip = !isOwner(user, document);
  const { data } = useGetDocumentViewsQuery(document.id, { skip });
  const { data: talk } = useCommentPagesInfiniteQuery({ id: document.id, ...asked }, { skip });
  if (data === undefined) return null;
  const { readers, lastMonth } = data;
  const isTalkedOf = talk?.pages.some(({ items }) => items.some(({ authorId }) => authorId !== user.id));
  if (readers === 0 && isTalkedOf === true) return null;
  return (
    <Footnote>
      {readers === 0
        ? 'Nobody else has read this record.'
        : `Read by ${plural(readers, 'person', 'people')}, ${lastMonth} in the last 30 days.`}
    </Footnote>
  );
}
