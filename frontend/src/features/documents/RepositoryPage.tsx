import { useMemo, useState } from 'react';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useListDocumentsQuery } from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import type { DocumentSummary } from '@/api/types';
import { LinkButton } from '@/components/Button';
import { Frame } from '@/components/Frame';
import { PageHeader } from '@/components/PageHeader';
import { Footnote } from '@/components/Text';
import { byLabel, parseDocumentLabel } from '@/lib/ids';
import { paths } from '@/lib/paths';
import { canSubmit } from '@/lib/permissions';
import { places } from '@/lib/places';
import { useStatusLine } from '@/state/hooks';
import { usePlace } from '@/state/usePlace';
import { useRowKeys } from '@/state/useRowKeys';
import { useSearchState } from '@/state/useSearchState';
import { DeleteDocument } from './DeleteDocument';
import { Filters } from './Filters';
import { RecordList } from './RecordList';
import { RecordsById } from './RecordsById';
import { filtersOf, isNarrowed } from './search';
import { useRecords } from './useRecords';

const none: readonly DocumentSummary[] = [];

/** The repository: every document within the reader's clearance, filtered by the address. */
export function RepositoryPage() {
  const user = useUser();
  const [search, changeSearch] = useSearchState(places.documents.search);
  const filters = useMemo(() => filtersOf(search, user.clearanceLevel), [search, user.clearanceLevel]);
  const records = useRecords(filters);
  const label = parseDocumentLabel(search.q);
  const byId = useListDocumentsQuery(label === null ? skipToken : byLabel(label)).currentData ?? none;
  const [documentToDelete, setDocumentToDelete] = useState<DocumentSummary | null>(null);
  useRowKeys();

  const { counts } = records;
  usePlace(counts !== undefined);
  useStatusLine(
    isNarrowed(filters) ? 'FILTER' : 'READY',
    counts === undefined ? null : `${counts.matching} / ${counts.accessible}`,
  );

  return (
    <>
      <PageHeader
        title="Document repository"
        subtitle="Facility records, shown according to your clearance."
        actions={
          <>
            <LinkButton to={paths.home}>Main terminal</LinkButton>
            {canSubmit(user) && (
              <LinkButton to={paths.submission} variant="primary">
                New document
              </LinkButton>
            )}
          </>
        }
      />
      <Filters filters={filters} clearanceLevel={user.clearanceLevel} onChange={changeSearch} />
      <RecordsById records={byId} />
      <Frame caption="Records">
        <RecordList
          records={records}
          narrowed={isNarrowed(filters)}
          foundById={byId.length > 0}
          onClear={() => {
            changeSearch({}, { clear: true });
          }}
          onDelete={setDocumentToDelete}
        />
        <Footnote role="status">
          {counts !== undefined && `Showing ${counts.matching} of ${counts.accessible} accessible`}
        </Footnote>
      </Frame>
      <DeleteDocument
        document={documentToDelete}
        onClose={() => {
          setDocumentToDelete(null);
        }}
      />
    </>
  );
}
