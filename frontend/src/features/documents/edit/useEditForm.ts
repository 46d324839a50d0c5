import { useCallback, useEffect, useState } from 'react';
import type { DocumentRecord, User } from '@/api/types';
import { useForm } from '@/components/Form';
import { discardDraft, keepDraft, onDiscard, readDraft } from '@/lib/drafts';
import { baseOf, checkEditBy, editDraftName, readEditDraft, type EditDraft } from './editValues';

/**
 * The form in which an edit of a document is written. It begins with what this person typed and did not send, else with the
 * document. A form in which nothing was typed follows the document; one with text stays with the version that it was begun
 * on, which is what the edit is compared with.
 */
export function useEditForm({ id: person, clearanceLevel }: User, document: DocumentRecord) {
  const name = editDraftName(document.id);
  const [kept] = useState(() => readEditDraft(readDraft(person, name), document));
  const [base, setBase] = useState(() => kept?.base ?? baseOf(document));
  const form = useForm(checkEditBy(clearanceLevel), base.values, kept?.values);

  useEffect(() => {
    const keep = () => {
      const draft: EditDraft = { base, values: form.values() };
      keepDraft(person, name, form.state().isDirty ? draft : null);
    };
    const stopKeeping = form.subscribe(keep);
    // What an earlier instance of this form has sent goes from this one too.
    const stopListening = onDiscard(person, name, (sent) => {
      if (sent === null || sent === JSON.stringify({ base, values: form.values() })) form.reset(base.values);
    });
    return () => {
      stopKeeping();
      stopListening();
    };
  }, [form, person, name, base]);

  const startOver = useCallback(() => {
    const next = baseOf(document);
    setBase(next);
    form.reset(next.values);
    keepDraft(person, name, null);
  }, [document, form, name, person]);

  const isOutdated = document.version !== base.version;
  if (isOutdated && !form.state().isDirty) setBase(baseOf(document));
  useEffect(() => {
    if (!form.state().isDirty) form.reset(base.values);
  }, [form, base]);

  /** Removes what was typed, or what was sent if nothing was typed since. */
  const discard = useCallback(
    (sent?: EditDraft) => {
      discardDraft(person, name, sent);
    },
    [person, name],
  );

  return { form, base, isOutdated, startOver, discard };
}

/** The form of an edit and what can be done with it. */
export type EditFormHandle = ReturnType<typeof useEditForm>;
