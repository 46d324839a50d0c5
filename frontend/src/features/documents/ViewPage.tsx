import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { useGetDocumentQuery } from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import type { DocumentRecord } from '@/api/types';
import { Button, LinkButton } from '@/components/Button';
import { Grid } from '@/components/Layout';
import { Loaded } from '@/components/Loaded';
import { MarkdownText } from '@/components/MarkdownText';
import { PageHeader } from '@/components/PageHeader';
import { LoadingState } from '@/components/States';
import { shortId } from '@/lib/ids';
import { paths } from '@/lib/paths';
import { canDeleteDocument, canSeeAccessLog } from '@/lib/permissions';
import { useRecordTitle, useStatusLine } from '@/state/hooks';
import { AccessLog } from './AccessLog';
import { DeleteDocument } from './DeleteDocument';
import { DocumentContent } from './DocumentContent';
import { RecordPanel } from './RecordPanel';
import { Unreadable } from './Unreadable';

/** One document, for those whose clearance reaches it. */
export function ViewPage() {
  const { id = '' } = useParams();
  const { currentData: data, error, isFetching, refetch } = useGetDocumentQuery(id);
  useStatusLine('READY');
  // Beside the document and not after it.
  useEffect(() => {
    void MarkdownText.preload();
  }, []);

  return (
    <Loaded
      query={{ data, error, isFetching, refetch }}
      what="document"
      waiting={
        <>
          <PageHeader title="Document" subtitle={shortId('DOC', id)} />
          <LoadingState />
        </>
      }
      failed={(failure) => <Unreadable {...failure} />}
    >
      {(document) => <Reading document={document} />}
    </Loaded>
  );
}

function Reading({ document }: { readonly document: DocumentRecord }) {
  const user = useUser();
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState(false);
  useRecordTitle(document.title);

  return (
    <>
      <PageHeader
        title={document.title}
        subtitle={`${shortId('DOC', document.id)} | ${document.category} | LEVEL ${document.clearanceLevel}`}
        actions={
          <>
            <LinkButton to={paths.documents}>Documents</LinkButton>
            {canDeleteDocument(user, document) && (
              <Button
                variant="danger"
                onClick={() => {
                  setDeleting(true);
                }}
              >
                Delete
              </Button>
            )}
          </>
        }
      />
      <Grid columns="minmax(0, 1fr) 320px">
        <DocumentContent text={document.content ?? ''} />
        <RecordPanel document={document} />
      </Grid>
      {canSeeAccessLog(user) && <AccessLog id={document.id} />}
      <DeleteDocument
        document={deleting ? document : null}
        onClose={() => {
          setDeleting(false);
        }}
        onDeleted={() => {
          void navigate(paths.documents, { replace: true });
        }}
      />
    </>
  );
}
