import { afresh } from '@/api/baseApi';
import { api } from '@/api/endpoints';
import type { Draft } from '@/api/types';
import { attachedFiles, idsOf } from '@/lib/attachedFiles';
import { categoryOf } from '@/lib/categories';
import { releaseOf, typedRelease } from '@/lib/releaseDate';
import { makeHome, type HomeDispatch } from './home';
import type { RecordText } from './recordText';
import type { StoredText, TextHome } from './keptText';

/** The text of a draft as it is saved. An empty field is none. */
export function draftRequest(text: RecordText) {
  const orNull = (typed: string) => (typed === '' ? null : typed);
  const { title, content, category, release, files, clearanceLevel } = text;
  return {
    title: orNull(title),
    content: orNull(content),
    category: categoryOf(category) ?? null,
    clearanceLevel,
    files: idsOf(files),
    scheduledReleaseAt: releaseOf(release),
  };
}

/** A draft of the server as the form has it. */
function recordText(draft: Draft): RecordText {
  const { title, content, category, clearanceLevel, scheduledReleaseAt } = draft;
  return {
    title: title ?? '',
    content: content ?? '',
    category: category ?? '',
    release: typedRelease(scheduledReleaseAt),
    files: attachedFiles(draft),
    clearanceLevel,
  };
}

/** A draft of the server as a slot knows it. */
export function storedRecord(draft: Draft): StoredText<RecordText> {
  return { id: draft.id, revision: draft.revision, text: recordText(draft), at: draft.updatedAt };
}

/** Where new records of this person are kept on the server: their drafts. */
export function recordHome(dispatch: HomeDispatch, person: string): TextHome<RecordText> {
  const { createDraft, saveDraft, getDraft, deleteDraft } = api.endpoints;
  return makeHome(dispatch, person, true, {
    stored: storedRecord,
    begin: async (key, text) =>
      storedRecord(
        await dispatch(
          createDraft.initiate({ 'Idempotency-Key': key, createDraftRequest: draftRequest(text) }),
        ).unwrap(),
      ),
    save: async (id, revision, text) =>
      storedRecord(
        await dispatch(
          saveDraft.initiate({ id, saveDraftRequest: { ...draftRequest(text), revision } }),
        ).unwrap(),
      ),
    load: (id) => dispatch(getDraft.initiate(id, afresh)).unwrap(),
    remove: (id) => dispatch(deleteDraft.initiate(id)).unwrap(),
  });
}
