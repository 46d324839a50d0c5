import { useEffect, useState } from 'react';
import { useGetEditDraftQuery, useListDraftsQuery } from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import type { DocumentRecord } from '@/api/types';
import { freeText, keptHere } from '@/text/browser';
import { editName, storedEdit, type EditText } from '@/text/editDrafts';
import { openedText, type KeptText } from '@/text/keptText';
import { baseOf, readEdit } from './editValues';

/** A text of this document in this browser that the server may not have. */
function readKept(kept: KeptText<unknown> | null, document: DocumentRecord): KeptText<EditText> | null {
  const text = kept === null || kept.isDiscarded ? null : readEdit(kept.text, document);
  // What was begun was written by this form too.
  return kept === null || text === null ? null : ({ ...kept, text } as KeptText<EditText>);
}

/** The text that no window writes any more; `undefined` until the browser has said. */
function useFreeText(document: DocumentRecord, isWanted: boolean): KeptText<EditText> | null | undefined {
  const { id: person } = useUser();
  const [found, setFound] = useState<KeptText<EditText> | null | undefined>(undefined);
  useEffect(() => {
    if (!isWanted) return undefined;
    let isShown = true;
    void freeText(person, editName(document.id)).then((kept) => {
      if (isShown) setFound(readKept(kept, document));
    });
    return () => {
      isShown = false;
    };
    // Asked once: what is written later belongs to other windows.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [document.id, isWanted, person]);
  return isWanted ? found : null;
}

/**
 * The unsent changes of a document: those of this window, else those of a window that is gone and that the server does
 * not have, else those on the server. `null` without any; `undefined` until it is known.
 */
export function useUnsentEdit(document: DocumentRecord): KeptText<EditText> | null | undefined {
  const { id: person } = useUser();
  const [here] = useState(() => readKept(keptHere(person, editName(document.id)), document));
  const isUnsaved = here !== null && !here.isSaved;
  const free = useFreeText(document, !isUnsaved);
  const listed = useListDraftsQuery(undefined, { refetchOnMountOrArgChange: true });
  const hasDraft = listed.data?.some(({ documentId }) => documentId === document.id) === true;
  const draft = useGetEditDraftQuery(document.id, { skip: !hasDraft, refetchOnMountOrArgChange: true });
  if (isUnsaved) return here;
  if (free === undefined || listed.isFetching || draft.isFetching) return undefined;
  if (free !== null) return free;
  if (draft.data === undefined) return null;
  return openedText(editName(document.id), storedEdit(draft.data, baseOf(document).values));
}
