import { useEffect, useState } from 'react';
import { useGetDocumentQuery, useGetOwnEditQuery, useListOwnEditsQuery } from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import type { DocumentRecord, OwnEdit } from '@/api/types';
import { LinkButton } from '@/components/Button';
import { Loaded } from '@/components/Loaded';
import { MarkdownText } from '@/components/MarkdownText';
import { PageHeader } from '@/components/PageHeader';
import { DeniedState, LoadingState } from '@/components/States';
import { shortId } from '@/lib/ids';
import { paths } from '@/lib/paths';
import { canEditDocument } from '@/lib/permissions';
import { places } from '@/lib/places';
import { useIdInAddress } from '@/state/useCurrentPlace';
import { useSearchState } from '@/state/useSearchState';
import { Unreadable } from '../Unreadable';
import { editName, type EditText } from '@/text/editDrafts';
import { newText, type KeptText } from '@/text/keptText';
import { EditForm } from './EditForm';
import { revisedText, unchangedText } from './editValues';
import { EditPending } from './EditPending';
import { useUnsentEdit } from './useUnsentEdit';

/** Where the owner of a document proposes an edit of it. */
export function EditPage() {
  const id = useIdInAddress();
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
          <EditGate key={document.id} document={document} />
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

/** The edit of this document that has not been decided, so that no other one can be sent; `null` for none. */
function undecidedOf(document: DocumentRecord, edits: readonly OwnEdit[] = []): OwnEdit | null {
  const isPending = ({ documentId, status }: OwnEdit) => documentId === document.id && status === 'pending';
  return edits.find(isPending) ?? null;
}

/** The rejected edit of this document that the address asks for; `undefined` while it is loading, `null` for none. */
function useRejected(document: DocumentRecord): OwnEdit | null | undefined {
  const [{ revise }] = useSearchState(places.documentEdit.search);
  const { data, isLoading } = useGetOwnEditQuery(revise, { skip: revise === '' });
  if (revise !== '' && isLoading) return undefined;
  return data?.documentId === document.id ? data : null;
}

interface Start {
  readonly text: KeptText<EditText>;
  /** When the unsent changes were made that it continues; `null` without any. */
  readonly continuedFrom: string | null;
}

/**
 * Waits for what the form begins with: unsent changes, else the rejected edit that was asked for, else the document. An
 * undecided edit is shown before anything is written, but never replaces unsent changes.
 */
function EditGate({ document }: { readonly document: DocumentRecord }) {
  const own = useListOwnEditsQuery({}, { refetchOnMountOrArgChange: true });
  const rejected = useRejected(document);
  const unsent = useUnsentEdit(document);
  const [start, setStart] = useState<Start | null>(null);
  const pending = undecidedOf(document, own.data);
  if (start === null) {
    // Without the list or the rejected text, the form begins with the document; the server checks in any case.
    if (own.isLoading || rejected === undefined || unsent === undefined) return <Waiting id={document.id} />;
    if (pending !== null && unsent === null) return <EditPending document={document} edit={pending} />;
    const text = rejected === null ? unchangedText(document) : revisedText(rejected, document);
    setStart({
      text: unsent ?? newText(editName(document.id), text),
      continuedFrom: unsent?.at ?? null,
    });
    return <Waiting id={document.id} />;
  }
  return (
    <EditForm
      document={document}
      start={start.text}
      continuedFrom={start.continuedFrom}
      revised={rejected ?? null}
      pending={pending}
    />
  );
}
