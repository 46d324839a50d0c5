import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { AutosavePort, SaveFailure, SaveResult, StoredText, Unsaved } from '@/lib/autosave';
import { journalWriter, type JournalWriter } from '@/lib/journal';
import { api } from './endpoints';
import { isAppError } from './errors';
import { askWhoIsThere, type SessionRoot } from './session';
import type { Draft } from './types';

/** Dispatches to a store with the session. */
type Dispatch = ThunkDispatch<SessionRoot, unknown, UnknownAction>;

/** What is written in a draft, as it is saved. */
export type DraftText = Readonly<
  Pick<Draft, 'title' | 'content' | 'category' | 'clearanceLevel' | 'filePath' | 'scheduledReleaseAt'>
>;

/** The text of a draft that the server returned. */
export function textOf(draft: Draft): DraftText {
  const { title, content, category, clearanceLevel, filePath, scheduledReleaseAt } = draft;
  return { title, content, category, clearanceLevel, filePath, scheduledReleaseAt };
}

/** A draft that the server returned, as saving knows it. */
export function storedText(draft: Draft): StoredText<DraftText> {
  const { id, revision, updatedAt, attachment } = draft;
  return { id, revision, text: textOf(draft), at: updatedAt, fileName: attachment?.name ?? null };
}

/** Whether there is nothing in it. */
export function isBlankText({ title, content, category, filePath }: DraftText): boolean {
  return [title, content, category, filePath].every((part) => (part ?? '').trim() === '');
}

/** Reads what the browser kept of an unsaved text; `null` if it is not one. */
export function readUnsaved(value: unknown): Unsaved<DraftText> | null {
  const isUnsaved =
    typeof value === 'object' && value !== null && 'slot' in value && 'text' in value && 'draft' in value;
  return isUnsaved ? (value as Unsaved<DraftText>) : null;
}

/** Codes of a refusal that another attempt may overcome. */
const passing: ReadonlySet<string> = new Set(['in_progress', 'lockdown', 'rate_limited']);

function failureOf(error: unknown): SaveFailure<DraftText> {
  if (!isAppError(error)) return { is: 'unavailable', message: 'The draft could not be saved.' };
  const { status, code = '', message, draft } = error;
  if (status === 404) return { is: 'gone' };
  if (code === 'stale' && draft !== undefined) return { is: 'changed', stored: storedText(draft as Draft) };
  const isRefused = typeof status === 'number' && status >= 400 && status < 500 && status !== 401;
  return { is: isRefused && !passing.has(code) ? 'refused' : 'unavailable', message };
}

async function resultOf(call: Promise<Draft>): Promise<SaveResult<DraftText>> {
  try {
    return { is: 'saved', stored: storedText(await call) };
  } catch (error) {
    return failureOf(error);
  }
}

/** Nobody may save now: the person has left. */
const away: SaveFailure<DraftText> = { is: 'unavailable', message: 'You are signed out.' };

/** Writes into the journal of one person, each text under its slot. */
function journalOf(person: string) {
  const writers = new Map<string, JournalWriter>();
  return (slot: string): JournalWriter => {
    const writer = writers.get(slot) ?? journalWriter(person, slot);
    writers.set(slot, writer);
    return writer;
  };
}

/** Saves the drafts of one person on the server, and keeps what it does not have in the browser. */
export function draftPort(dispatch: Dispatch, person: string): AutosavePort<DraftText> {
  const journal = journalOf(person);
  const { createDraft, saveDraft } = api.endpoints;
  /** Whether this person is at this window: nobody's text may be saved in another person's session. */
  const isHere = () =>
    dispatch((_dispatch, getState) => {
      const { user, held } = getState().session;
      return !held && user?.id === person;
    });
  return {
    begin: async (key, text) =>
      isHere()
        ? resultOf(
            dispatch(createDraft.initiate({ 'Idempotency-Key': key, createDraftRequest: text })).unwrap(),
          )
        : away,
    save: async (id, revision, text) => {
      if (!isHere()) return away;
      const saving = dispatch(saveDraft.initiate({ id, saveDraftRequest: { ...text, revision } }));
      const result = await resultOf(saving.unwrap());
      // The draft is gone, or another window has signed in somebody else, who does not have it.
      if (result.is === 'gone') await dispatch(askWhoIsThere());
      return result.is === 'gone' && !isHere() ? away : result;
    },
    keep: (unsaved, isSaved) => {
      if (isSaved) journal(unsaved.slot).drop();
      else journal(unsaved.slot).keep(unsaved);
    },
    isBlank: isBlankText,
  };
}
