import { useListBacklinksQuery } from '@/api/endpoints';
import type { DocumentRecord } from '@/api/types';
import { BrokenLinks, ReferenceList, type Reference } from '@/components/ReferenceList';
import { Footnote } from '@/components/Text';
import { isOwner } from '@/lib/permissions';
import { useView } from '@/state/useView';

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
  const { reader, asked } = useView();
  const { data: sources = [], isError } = useListBacklinksQuery({ id: document.id, ...asked });
  const broken = document.links.filter((link) => link.id === null);
  return (
    <>
      <ReferenceList caption="Referred to by" records={sources} />
      {isError && <Footnote>The records that refer to this one could not be loaded.</Footnote>}
      <ReferenceList caption="Refers to" records={targetsOf(document)} />
      {isOwner(reader, document) && broken.length > 0 && (
        <BrokenLinks labels={broken.map(({ label }) => label)} />
      )}
    </>
  );
}
