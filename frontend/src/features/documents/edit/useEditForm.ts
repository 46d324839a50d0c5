import { useCallback, useEffect, useState } from 'react';
import type { DocumentRecord, OwnEdit, User } from '@/api/types';
import { useForm } from '@/components/Form';
import type { FormHandle } from '@/components/Form';
import { discardDraft, keepDraft, onDiscard, readDraft } from '@/lib/drafts';
import { journalWriter, type JournalWriter } from '@/lib/journal';
import { discardEdit, newEditSlot, type KeptEdit, type KeptEditEntry } from '@/lib/keptEdits';
import { claimSlot } from '@/lib/slots';
import {
  baseOf,
  checkEditBy,
  editDraftName,
  readEditDraft,
  revisedDraft,
  type EditDraft,
  type EditFormValues,
} from './editValues';

/** The slot in which this window keeps an edit. A reload continues with it. */
function slotOf(person: string, documentId: string): string {
  const name = `${editDraftName(documentId)}.slot`;
  const known = readDraft(person, name);
  if (typeof known === 'string') return known;
  const slot = newEditSlot(documentId);
  keepDraft(person, name, slot);
  return slot;
}

/** The form begins with what was typed in this window, else with the edit that is revised, else with the document. */
function beginning(person: string, document: DocumentRecord, revised: OwnEdit | null): EditDraft | null {
  const kept = readEditDraft(readDraft(person, editDraftName(document.id)), document);
  return kept ?? (revised === null ? null : revisedDraft(revised, document));
}

/** What keeps a form knows of the document. */
interface Keeping {
  readonly person: string;
  readonly documentId: string;
  readonly slot: string;
  readonly writer: JournalWriter;
}

/** Keeps a draft in the window, for a reload, and in the browser, for everything else. `null` forgets it. */
function keepEverywhere({ person, documentId, writer }: Keeping, draft: EditDraft | null): void {
  keepDraft(person, editDraftName(documentId), draft);
  if (draft === null) {
    writer.drop();
    return;
  }
  const kept: KeptEdit = { documentId, title: draft.values.title, at: new Date().toISOString(), draft };
  writer.keep(kept);
}

/** Shows a draft: the form is dirty where it differs from what it began with. */
function show(form: FormHandle<EditFormValues>, { base, values }: EditDraft): void {
  form.reset(base.values);
  for (const name of Object.keys(values) as (keyof EditFormValues)[]) form.set(name, values[name]);
}

/**
 * The form in which an edit of a document is written. It begins with what this person typed and did not send, else with
 * `revised`, an edit that was rejected, else with the document. A form in which nothing was typed follows the document; one
 * with text stays with the version that it was begun on, which is what the edit is compared with.
 */
export function useEditForm(
  { id: person, clearanceLevel }: User,
  document: DocumentRecord,
  revised: OwnEdit | null,
) {
  const name = editDraftName(document.id);
  const [kept] = useState(() => beginning(person, document, revised));
  const [base, setBase] = useState(() => kept?.base ?? baseOf(document));
  const [revising, setRevising] = useState(kept?.revising ?? null);
  const form = useForm(checkEditBy(clearanceLevel, base.values.content), base.values, kept?.values);
  const [keeping] = useState<Keeping>(() => {
    const slot = slotOf(person, document.id);
    return { person, documentId: document.id, slot, writer: journalWriter(person, slot) };
  });

  useEffect(() => claimSlot(keeping.slot), [keeping]);
  useEffect(() => {
    const keep = () => {
      keepEverywhere(keeping, form.state().isDirty ? { base, values: form.values(), revising } : null);
    };
    if (form.state().isDirty) keep();
    const stopKeeping = form.subscribe(keep);
    // What an earlier instance of this form has sent goes from this one too.
    const stopListening = onDiscard(person, name, (sent) => {
      if (sent !== null && sent !== JSON.stringify({ base, values: form.values(), revising })) return;
      form.reset(base.values);
      setRevising(null);
    });
    return () => {
      stopKeeping();
      stopListening();
    };
  }, [form, person, name, base, revising, keeping]);

  const startOver = useCallback(() => {
    const next = baseOf(document);
    setBase(next);
    setRevising(null);
    form.reset(next.values);
    keepEverywhere(keeping, null);
  }, [document, form, keeping]);

  /** Continues with another text of this document in place of what the form holds. */
  const take = useCallback(
    (draft: EditDraft) => {
      setBase(draft.base);
      setRevising(draft.revising);
      show(form, draft);
      keepEverywhere(keeping, draft);
    },
    [form, keeping],
  );
  /** Continues with what another window kept. `false` if it is not an edit of this document. */
  const restore = useCallback(
    (entry: KeptEditEntry): boolean => {
      const draft = readEditDraft(entry.draft, document);
      if (draft === null) return false;
      take(draft);
      void discardEdit(person, entry.slot);
      return true;
    },
    [document, person, take],
  );

  const isOutdated = document.version !== base.version;
  if (isOutdated && !form.state().isDirty) setBase(baseOf(document));
  useEffect(() => {
    if (!form.state().isDirty) form.reset(base.values);
  }, [form, base]);

  /** Removes what was typed, or what was sent if nothing was typed since. */
  const discard = useCallback(
    (sent?: EditDraft) => {
      discardDraft(person, name, sent);
      if (readDraft(person, name) === null) keeping.writer.drop();
    },
    [keeping, person, name],
  );

  return { form, base, revising, slot: keeping.slot, isOutdated, startOver, take, restore, discard };
}

/** The form of an edit and what can be done with it. */
export type EditFormHandle = ReturnType<typeof useEditForm>;
