import { useParams } from 'react-router-dom';
import { useGetDocumentQuery, useListVersionsQuery } from '@/api/endpoints';
import type { DocumentRecord } from '@/api/types';
import { LinkButton } from '@/components/Button';
import { Loaded } from '@/components/Loaded';
import { PageHeader } from '@/components/PageHeader';
import { EmptyState, LoadingState } from '@/components/States';
import { shortId } from '@/lib/ids';
import { paths } from '@/lib/paths';
import { useRecordTitle } from '@/state/hooks';
import { Unreadable } from '../Unreadable';
import { HistoryDesk } from './HistoryDesk';

/** The versions of one document, and two of them compared. */
export function HistoryPage() {
  const { id = '' } = useParams();
  const { currentData: data, error, isFetching, refetch } = useGetDocumentQuery({ id });
  return (
    <Loaded
      query={{ data, error, isFetching, refetch }}
      what="document"
      waiting={
        <>
          <PageHeader busy title="Version history" subtitle={shortId('DOC', id)} />
          <LoadingState label="RETRIEVING VERSIONS" />
        </>
      }
      failed={(failure) => <Unreadable {...failure} listPath={paths.documents} />}
    >
      {(document) => <History key={document.id} document={document} />}
    </Loaded>
  );
}

function History({ document }: { readonly document: DocumentRecord }) {
  const { id, title, category, clearanceLevel, version } = document;
  const versions = useListVersionsQuery({ id, view: 'summary' });
  useRecordTitle(`History of ${title}`);
  return (
    <>
      <PageHeader
        title="Version history"
        subtitle={[title, category, `LEVEL ${clearanceLevel}`, `VERSION ${version}`].join(' | ')}
        actions={<LinkButton to={paths.document(id)}>Record</LinkButton>}
      />
      <Loaded
        query={{ ...versions, data: versions.currentData }}
        what="versions"
        label="RETRIEVING VERSIONS"
        empty={<EmptyState title="NO VERSIONS FOUND" hint="No version of this document is at your level." />}
      >
        {(list) => <HistoryDesk document={document} versions={list} />}
      </Loaded>
    </>
  );
}
