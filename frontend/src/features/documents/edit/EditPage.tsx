import { useEffect, useState } from 'react';
import { useParams } from 'react-router-dom';
import { useGetDocumentQuery, useGetOwnEditQuery, useListOwnEditsQuery } from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import type { DocumentRecord, OwnEdit } from '@/api/types';
import { LinkButton } from '@/components/Button';
import { Loaded } from '@/components/Loaded';
import { MarkdownText } from '@/components/MarkdownText';
import { PageHeader } from '@/components/PageHeader';
import { DeniedState, LoadingState } from '@/components/States';
import { readDraft } from '@/lib/drafts';
import { shortId } from '@/lib/ids';
import { readFreeEdits } from '@/lib/keptEdits';
import { paths } from '@/lib/paths';
import { canEditDocument } from '@/lib/permissions';
import { places } from '@/lib/places';
import { useSearchState } from '@/state/useSearchState';
import { Unreadable } from '../Unreadable';
import { EditForm } from './EditForm';
import { editDraftName } from './editValues';
import { EditPending } from './EditPending';

/** Where the owner of a document proposes an edit of it. */
export function EditPage() {
  const { id = '' } = useParams();
  const user = useUser();
  const { currentData: data, error, isFetching, refetch } = useGetDocumentQuery({ id });
  useEffect(() => {
    void MarkdownText.preload();
  }, []);
  const waiting = <Waiting id={id} />;
  return (
    <Loaded
      query={{ data, error, isFetching, refetch }}
      what="document"
      waiting={waiting}
      failed={(failure) => <Unreadable {...failure} isDenial listPath={paths.documents} />}
    >
      {(document) =>
        canEditDocument(user, document) ? (
          <Beginning key={document.id} document={document} />
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

function Waiting({ id }: { readonly id: string }) {
  return (
    <>
      <PageHeader busy title="Edit document" subtitle={shortId('DOC', id)} />
      <LoadingState />
    </>
  );
}

/** Whether this edit has not been decided, so that no other one of its document can be sent. */
function isUndecided({ status }: OwnEdit): boolean {
  return status === 'pending';
}

/** Whether this window, or a window that is gone, kept text of this document; `null` until the browser has said. */
function useHasText(person: string, documentId: string): boolean | null {
  const [hasText, setHasText] = useState(() =>
    readDraft(person, editDraftName(documentId)) === null ? null : true,
  );
  useEffect(() => {
    if (hasText !== null) return undefined;
    let isWanted = true;
    void readFreeEdits(person).then((kept) => {
      if (isWanted) setHasText(kept.some((edit) => edit.documentId === documentId));
    });
    return () => {
      isWanted = false;
    };
  }, [documentId, hasText, person]);
  return hasText;
}

interface BlockedProps {
  readonly document: DocumentRecord;
  readonly edit: OwnEdit;
  readonly hasText: false | null;
}

/** In place of the form: whether the undecided edit is told is known once it is known that nothing was kept. */
function Blocked({ document, edit, hasText }: BlockedProps) {
  return hasText === null ? <Waiting id={document.id} /> : <EditPending document={document} edit={edit} />;
}

/**
 * Waits for what the form begins with. An undecided edit is told before anything is written; what was written before is not
 * taken away because of it.
 */
function Beginning({ document }: { readonly document: DocumentRecord }) {
  const { id: userId } = useUser();
  const [{ revise }] = useSearchState(places.documentEdit.search);
  const own = useListOwnEditsQuery({}, { refetchOnMountOrArgChange: true });
  const revised = useGetOwnEditQuery(revise, { skip: revise === '' });
  const hasText = useHasText(userId, document.id);
  const [begun, setBegun] = useState(false);
  const pending = own.data?.find((edit) => edit.documentId === document.id && isUndecided(edit));
  if (!begun) {
    // Without the list or the rejected text, the form begins with the document; the server checks in any case.
    if (own.isLoading || (revise !== '' && revised.isLoading)) return <Waiting id={document.id} />;
    if (pending !== undefined && hasText !== true)
      return <Blocked document={document} edit={pending} hasText={hasText} />;
    setBegun(true);
  }
  const rejected = revised.data?.documentId === document.id ? revised.data : null;
  return <EditForm document={document} revised={rejected} pending={pending ?? null} />;
}
