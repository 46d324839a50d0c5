import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { useGetDocumentQuery } from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import { LinkButton } from '@/components/Button';
import { Loaded } from '@/components/Loaded';
import { MarkdownText } from '@/components/MarkdownText';
import { PageHeader } from '@/components/PageHeader';
import { DeniedState, LoadingState } from '@/components/States';
import { shortId } from '@/lib/ids';
import { paths } from '@/lib/paths';
import { canEditDocument } from '@/lib/permissions';
import { Unreadable } from '../Unreadable';
import { EditForm } from './EditForm';

/** Where the owner of a document proposes an edit of it. */
export function EditPage() {
  const { id = '' } = useParams();
  const user = useUser();
  const { currentData: data, error, isFetching, refetch } = useGetDocumentQuery(id);
  useEffect(() => {
    void MarkdownText.preload();
  }, []);
  return (
    <Loaded
      query={{ data, error, isFetching, refetch }}
      what="document"
      waiting={
        <>
          <PageHeader busy title="Edit document" subtitle={shortId('DOC', id)} />
          <LoadingState />
        </>
      }
      failed={(failure) => <Unreadable {...failure} isDenial listPath={paths.documents} />}
    >
      {(document) =>
        canEditDocument(user, document) ? (
          <EditForm key={document.id} document={document} />
        ) : (
          <DeniedState
            title="ACCESS DENIED"
            message="You can only edit documents you created."
            action={<LinkButton to={paths.documents}>Return to documents</LinkButton>}
          />
        )
      }
    </Loaded>
  );
}
