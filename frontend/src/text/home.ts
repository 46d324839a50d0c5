import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { askWhoIsThere, type SessionRoot } from '@/api/session';
import type { Draft } from '@/api/types';
import { isAppError } from '@/lib/errors';
import type { SaveFailure, SaveResult, StoredText, TextHome } from './keptText';

export type HomeDispatch = ThunkDispatch<SessionRoot, unknown, UnknownAction>;

/** Codes of temporary refusals. */
const passing: ReadonlySet<string> = new Set(['in_progress', 'lockdown', 'rate_limited']);

/** The calls of a home. Each may throw. */
interface Calls<Text> {
  readonly begin: (key: string, text: Text) => Promise<Saved>;
  readonly save: (id: string, revision: string, text: Text) => Promise<Saved>;
  readonly load: (id: string) => Promise<Draft>;
  readonly remove: (id: string) => Promise<unknown>;
  /** A draft of the server as forms have it. */
  readonly stored: (draft: Draft) => StoredText<Text>;
}

type Saved = Extract<SaveResult<unknown>, { is: 'saved' }>['stored'];

/** The result of a save after the user has signed out. */
const away = { is: 'unavailable', message: 'You are signed out.' } as const;

function isNotFound(error: unknown): boolean {
  return isAppError(error) && error.status === 404;
}

/** Creates the home of a user's texts. It never saves a text in the session of another user. */
export function makeHome<Text>(
  dispatch: HomeDispatch,
  person: string,
  hasCopies: boolean,
  calls: Calls<Text>,
): TextHome<Text> {
  const isHere = () =>
    dispatch((_dispatch, getState) => {
      const { user, held } = getState().session;
      return !held && user?.id === person;
    });
  const failureOf = (error: unknown): SaveFailure<Text> => {
    if (!isAppError(error)) return { is: 'unavailable', message: 'The draft could not be saved.' };
    const { status, code = '', message, draft } = error;
    if (status === 404) return { is: 'gone' };
    if (code === 'stale' && draft !== undefined)
      return { is: 'changed', stored: calls.stored(draft as Draft) };
    const isRefused = typeof status === 'number' && status >= 400 && status < 500 && status !== 401;
    return { is: isRefused && !passing.has(code) ? 'refused' : 'unavailable', message };
  };
  const resultOf = async (call: () => Promise<Saved>): Promise<SaveResult<Text>> => {
    if (!isHere()) return away;
    try {
      return { is: 'saved', stored: await call() };
    } catch (error) {
      return failureOf(error);
    }
  };
  return {
    hasCopies,
    begin: (key, text) => resultOf(() => calls.begin(key, text)),
    save: async ({ id, revision }, text) => {
      const result = await resultOf(() => calls.save(id, revision, text));
      // Either the draft is gone, or another window has signed in a different user, who cannot see it.
      if (result.is === 'gone') await dispatch(askWhoIsThere());
      return result.is === 'gone' && !isHere() ? away : result;
    },
    load: async (id) => {
      try {
        return calls.stored(await calls.load(id));
      } catch (error) {
        return isNotFound(error) ? 'gone' : 'unavailable';
      }
    },
    remove: async (id) => {
      if (!isHere()) return false;
      try {
        await calls.remove(id);
        return true;
      } catch (error) {
        return isNotFound(error);
      }
    },
  };
}
