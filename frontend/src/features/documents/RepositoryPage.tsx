import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { DocumentFilters } from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import type { DocumentSummary } from '@/api/types';
import { LinkButton } from '@/components/Button';
import { Frame } from '@/components/Frame';
import { PageHeader } from '@/components/PageHeader';
import { paths } from '@/lib/paths';
import { canSubmit } from '@/lib/permissions';
import { useStatusLine } from '@/state/hooks';
import { usePlace } from '@/state/usePlace';
import { useRowKeys } from '@/state/useRowKeys';
import { DeleteDocument } from './DeleteDocument';
import { Filters } from './Filters';
import { RecordList } from './RecordList';
import { isNarrowed, readFilters, withFilter } from './search';
import { useRecords } from './useRecords';

/** The repository: every document within the reader's clearance, narrowed by what the address says. */
export function RepositoryPage() {
  const user = useUser();
  const [params, setParams] = useSearchParams();
  const filters = useMemo(() => readFilters(params, user.clearanceLevel), [params, user.clearanceLevel]);
  const records = useRecords(filters);
  const [doomed, setDoomed] = useState<DocumentSummary | null>(null);
  useRowKeys();

  const { counts } = records;
  usePlace(counts !== undefined);
  useStatusLine(
    isNarrowed(filters) ? 'FILTER' : 'READY',
    counts === undefined ? null : `${counts.matching} / ${counts.accessible}`,
  );

  const change = (name: keyof DocumentFilters, value: string) => {
    setParams((before) => withFilter(before, name, value), { replace: true, preventScrollReset: true });
  };

  return (
    <>
      <PageHeader
        title="Document repository"
        subtitle={
          <span role="status">
            {counts === undefined
              ? 'Records on file'
              : `Showing ${counts.matching} of ${counts.accessible} accessible`}
          </span>
        }
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
      <Filters filters={filters} clearanceLevel={user.clearanceLevel} onChange={change} />
      <Frame caption="Records">
        <RecordList
          records={records}
          narrowed={isNarrowed(filters)}
          onClear={() => {
            setParams({}, { replace: true });
          }}
          onDelete={setDoomed}
        />
      </Frame>
      <DeleteDocument
        document={doomed}
        onClose={() => {
          setDoomed(null);
        }}
      />
    </>
  );
}
