import { useGetDocumentQuery, useListVersionsQuery } from '@/api/endpoints';
import type { DocumentRecord } from '@/api/types';
import { Loaded } from '@/components/Loaded';
import { PageHeader, PlaceLink } from '@/components/PageHeader';
import { EmptyState, LoadingState } from '@/components/States';
import { shortId } from '@/lib/ids';
import { paths } from '@/lib/paths';
import { useRecordTitle } from '@/state/hooks';
import { useIdInAddress } from '@/state/useCurrentPlace';
import { useView } from '@/state/useView';
import { Unreadable } from '../Unreadable';
import { ViewBand, ViewChoice } from '../ViewAs';
import { HistoryDesk } from './HistoryDesk';

/** The versions of a document, with a comparison of two of them. */
export function HistoryPage() {
  const id = useIdInAddress();
  const { asked, link } = useView();
  const { currentData: data, error, isFetching, refetch } = useGetDocumentQuery({ id, ...asked });
  return (
    <>
      <ViewBand />
      <Loaded
        query={{ data, error, isFetching, refetch }}
        what="document"
        waiting={
          <>
            <PageHeader busy title="Version history" subtitle={shortId('DOC', id)} more={<ViewChoice />} />
            <LoadingState label="RETRIEVING VERSIONS" />
          </>
        }
        failed={(failure) => <Unreadable {...failure} listPath={link(paths.documents)} />}
      >
        {(document) => <History key={document.id} document={document} />}
      </Loaded>
    </>
  );
}

function History({ document }: { readonly document: DocumentRecord }) {
  const { id, title, category, clearanceLevel, version } = document;
  const { asked, link } = useView();
  const versions = useListVersionsQuery({ id, view: 'summary', ...asked });
  useRecordTitle(`History of ${title}`);
  return (
    <>
      <PageHeader
        title="Version history"
        subtitle={[title, category, `LEVEL ${clearanceLevel}`, `VERSION ${version}`].join(' | ')}
        more={<ViewChoice />}
        actions={<PlaceLink to={link(paths.document(id))}>Record</PlaceLink>}
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
