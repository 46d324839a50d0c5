import { useGetDocumentViewsQuery } from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import type { DocumentRecord } from '@/api/types';
import { Footnote } from '@/components/Text';
import { isOwner } from '@/lib/permissions';
import { plural } from '@/lib/text';

/** How many people have read a document, for its owner. Nothing is shown while the number is unknown. */
export function Readers({ document }: { readonly document: DocumentRecord }) {
  const user = useUser();
  const { data } = useGetDocumentViewsQuery(document.id, { skip: !isOwner(user, document) });
  if (data === undefined) return null;
  const { readers, lastMonth } = data;
  return (
    <Footnote>
      {readers === 0
        ? 'Nobody else has read this record.'
        : `Read by ${plural(readers, 'person', 'people')}, ${lastMonth} in the last 30 days.`}
    </Footnote>
  );
}
