import { afresh } from '@/api/baseApi';
import { api } from '@/api/endpoints';
import type { SaveEditDraftRequest } from '@/api/generated';
import type { Draft, OwnEdit } from '@/api/types';
import { attachedFiles, idsOf, type AttachedFile } from '@/lib/attachedFiles';
import type { Fields } from '@/lib/checks';
import { makeHome, type HomeDispatch } from './home';
import type { StoredText, TextHome } from './keptText';

type EditTexts = Fields<'title' | 'category' | 'level' | 'content' | 'changeDescription'>;

export interface EditFields extends EditTexts {
  readonly files: readonly AttachedFile[];
}

/** The text of an edit in its form. */
export interface EditText {
  readonly documentId: string;
  /** Id of the edit that it revises. */
  readonly revises: string | null;
  /** The version of the document that it is written against, and its values if this browser knows them. */
  readonly base: { readonly version: number; readonly values: EditFields | null };
  readonly values: EditFields;
}

/** Prefix of the names of edits' texts. */
export const editPrefix = 'edit.';

/** The name of the text of an edit of this document. */
export function editName(documentId: string): string {
  return `${editPrefix}${documentId}`;
}

/** The draft of an edit as it is saved. */
function editRequest({ base, values, revises }: EditText) {
  return {
    title: values.title,
    content: values.content,
    // The form offers nothing else.
    category: values.category as NonNullable<SaveEditDraftRequest['category']>,
    clearanceLevel: Number(values.level),
    changeDescription: values.changeDescription,
    // A text that version 1.0 kept says nothing about files; the document's stay.
    ...('files' in values && { files: idsOf(values.files) }),
    basedOnVersion: base.version,
    revises,
  };
}

/** An edit or its draft as the form has it. */
export function editFields(edit: OwnEdit | Draft): EditFields {
  return {
    title: edit.title ?? '',
    category: edit.category ?? '',
    level: String(edit.clearanceLevel ?? 1),
    content: edit.content ?? '',
    changeDescription: edit.changeDescription ?? '',
    files: attachedFiles(edit),
  };
}

/**
 * A draft of the server as a slot knows it. Its document names it: there is one of each. `began`: the document, where
 * this window knows it.
 */
export function storedEdit(draft: Draft, began: EditFields | null): StoredText<EditText> {
  const id = draft.documentId ?? '';
  const text: EditText = {
    documentId: id,
    revises: draft.revises,
    base: { version: draft.basedOnVersion ?? 1, values: began },
    values: editFields(draft),
  };
  return { id, revision: draft.revision, text, at: draft.updatedAt };
}

/** Where edits of this person are kept on the server: one draft of each document. */
export function editHome(
  dispatch: HomeDispatch,
  person: string,
  began: EditFields | null = null,
): TextHome<EditText> {
  const { saveEditDraft, getEditDraft, deleteEditDraft } = api.endpoints;
  const save = async (text: EditText, revision: string | null) => {
    const { documentId: id } = text;
    const saveEditDraftRequest = { ...editRequest(text), revision };
    const saved = await dispatch(saveEditDraft.initiate({ id, saveEditDraftRequest })).unwrap();
    return { id, revision: saved.revision, at: saved.savedAt };
  };
  return makeHome(dispatch, person, false, {
    stored: (draft) => storedEdit(draft, began),
    // Nothing is begun twice: there is one draft, and saving what it says already changes nothing.
    begin: (_key, text) => save(text, null),
    save: (_id, revision, text) => save(text, revision),
    load: (id) => dispatch(getEditDraft.initiate(id, afresh)).unwrap(),
    remove: (id) => dispatch(deleteEditDraft.initiate(id)).unwrap(),
  });
}
