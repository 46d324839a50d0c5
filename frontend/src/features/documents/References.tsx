import { useBacklinkPagesInfiniteQuery } from '@/api/endpoints';
import type { DocumentRecord } from '@/api/types';
import { Button } from '@/components/Button';
import { Footnote } from '@/components/Text';
import { isOwner } from '@/lib/permissions';
import { useCursorList } from '@/state/useCursorList';
import { useView } from '@/state/useView';
import { BrokenLinks, ReferenceList, type Reference } from './ReferenceList.style';

/** The records to which the links of a text lead, each once. */
function targetsOf({ links }: DocumentRecord): readonly Reference[] {
  const found = new Map<string, Reference>();
  for (const { id, title, clearanceLevel } of links) {
    if (id !== null && title !== null && clearanceLevel !== null)
      found.set(id, { id, title, clearanceLevel });
  }
  return [...found.values()];
}

/** The records that refer to a document and those it refers to. Its owner sees which links lead nowhere. */
export function References({ document }: { readonly document: DocumentRecord }) {
  const { reader } = useView();
  const broken = document.links.filter((link) => link.id === null);
  return (
    <>
      <Backlinks id={document.id} />
      <ReferenceList caption="Refers to" records={targetsOf(document)} />
      {isOwner(reader, document) && broken.length > 0 && (
        <BrokenLinks labels={broken.map(({ label }) => label)} />
      )}
    </>
  );
}

/** The records that refer to this one, a page at a time: half an archive may refer to its main record. */
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
