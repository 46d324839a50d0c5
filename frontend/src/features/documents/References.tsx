import { useBacklinkPagesInfiniteQuery } from '@/api/endpoints';
import type { DocumentRecord } from '@/api/types';
import { Button } from '@/components/Button';
import { Footnote } from '@/components/Text';
import { isOwner } from '@/lib/permissions';
import { useCursorList } from '@/state/useCursorList';
import { useView } from '@/state/useView';
import { BrokenLinks, ReferenceList, type Reference } from './ReferenceList.style';

/** The target records of a text's links, each once. */
function targetsOf({ links }: DocumentRecord): readonly Reference[] {
  const found = new Map<string, Reference>();
  for (const { id, title, clearanceLevel } of links) {
    if (id !== null && title !== null && clearanceLevel !== null)
      found.set(id, { id, title, clearanceLevel });
  }
  return [...found.values()];
}

/** What a link names, without its words. */
function placeOf({ label }: DocumentRecord['links'][number]): string {
  return label.replace(/(?!^)\|[^]*$/, '').trim();
}

/** The records that link to a document and those it links to. Its owner also sees the broken links. */
export function References({ document }: { readonly document: DocumentRecord }) {
  const { reader } = useView();
  const broken = document.links.filter((link) => link.id === null);
  return (
    <>
      <Backlinks id={document.id} />
      <ReferenceList caption="Refers to" records={targetsOf(document)} />
      {isOwner(reader, document) && broken.length > 0 && (
        <BrokenLinks labels={[...new Set(broken.map(placeOf))]} />
      )}
    </>
  );
}

/** The records that link to this one, in pages, because there may be very many. */
function Backlinks({ id }: { readonly id: string }) {
  const { asked } = useView();
  const query = useBacklinkPagesInfiniteQuery({ id, ...asked });
  const { pages, data: records = [], isFetching, hasMore, retry } = useCursorList(query);
  return (
    <>
      <ReferenceList caption="Referred to by" records={records} total={pages.at(-1)?.total ?? records.length}>
        {hasMore && (
          <Button size="sm" busy={isFetching} onClick={retry}>
            Show more records
          </Button>
        )}
      </ReferenceList>
      {query.isError && <Footnote>The records that refer to this one could not be loaded.</Footnote>}
    </>
  );
}
