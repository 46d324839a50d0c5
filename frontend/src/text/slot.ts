import { newAttemptKey } from '@/lib/keys';
import { register } from '@/lib/register';
import {
  discardDraft,
  isSameText,
  newText,
  NotSaved,
  retries,
  type DraftRef,
  type KeptText,
  type SaveFailure,
  type SaveResult,
  type StoredText,
  type TextHome,
  type TextKeeper,
} from './keptText';

export type SaveState<Text> =
  | { readonly is: 'empty' }
  | { readonly is: 'saving' }
  | { readonly is: 'saved'; readonly at: string | null }
  /** `isRefused`: the same text is not sent again. */
  | { readonly is: 'failed'; readonly message: string; readonly isRefused: boolean }
  | { readonly is: 'changed'; readonly stored: StoredText<Text> };

/** The ways to resolve a conflict with a change made elsewhere. */
export type Resolution = 'mine' | 'theirs' | 'both';

/**
 * The place of a form for one text after the other. What is written is in the browser until it is sent or discarded,
 * and in its home on the server where it has one.
 */
export interface TextSlot<Text> {
  readonly state: () => SaveState<Text>;
  readonly subscribe: (tell: () => void) => () => void;
  /** Calls `show` when the form has to show another text than it does. */
  readonly onShow: (show: (text: Text) => void) => () => void;
  readonly kept: () => KeptText<Text>;
  /** The text changed: it is saved after a pause in typing, or at the latest after `longestWait`. */
  readonly change: (text: Text) => void;
  /**
   * Saves now what is not saved. Resolves when that has ended; `true` if the server has the last text, or no place for
   * it.
   */
  readonly flush: () => Promise<boolean>;
  /**
   * Saves the last words, sends the text and begins a blank one. `send` gets the draft; `null` if there is none.
   * Nothing is saved meanwhile. What was changed during the sending is kept as a text of its own. Throws `NotSaved`,
   * and what `send` throws; then the text stays.
   */
  readonly submit: <Result>(send: (draft: DraftRef | null) => Promise<Result>) => Promise<Result>;
  /** Begins a blank text, and deletes the draft, now or as soon as the server answers. */
  readonly discard: () => void;
  /** Takes over a text of a window that is gone. */
  readonly take: (other: KeptText<Text>) => void;
  /** Shows what became of the draft elsewhere, unless something was typed here. */
  readonly refresh: () => Promise<void>;
  /** Continues after a change elsewhere. */
  readonly resolve: (how: Resolution) => void;
  /** Starts saving. Called when the form is on the page, so that one that is only rendered saves nothing. */
  readonly start: () => void;
  /** Stops saving, because the form is gone. A save that is running completes. */
  readonly stop: () => void;
}

export interface SlotParts<Text> {
  readonly start: KeptText<Text>;
  readonly keeper: TextKeeper<Text>;
  /** `null`: the text stays in this browser. */
  readonly home: TextHome<Text> | null;
  /** The text of the form before anything is typed. */
  readonly blank: () => Text;
  readonly isBlank: (text: Text) => boolean;
}

/** Pause in typing before the text is saved, in milliseconds. */
const pause = 700;

/** Maximum delay of a save while the user keeps typing, in milliseconds. */
export const longestWait = 1400;

/** Makes the slot of a form. Its text is saved to its home one save at a time, each based on the one before. */
export function makeSlot<Text>({ start, keeper, home, blank, isBlank }: SlotParts<Text>): TextSlot<Text> {
  const listeners = new Set<() => void>();
  const showers = new Set<(text: Text) => void>();
  let kept = start;
  let isDirty = home !== null && !start.isSaved && !(start.draft === null && isBlank(start.text));
  let state: SaveState<Text> =
    start.isSaved && start.draft !== null ? { is: 'saved', at: null } : { is: 'empty' };
  let running: Promise<SaveResult<Text> | null> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitingSince: number | null = null;
  let retry: number = retries.first;
  let isStopped = true;
  let isSending = false;
  /** Counts the texts of this slot: what runs for an earlier one ends without effect on it. */
  let generation = 0;
  /** The present run saves until nothing is unsaved. */
  let isUrgent = false;

  const setState = (next: SaveState<Text>) => {
    state = next;
    for (const tell of [...listeners]) tell();
  };
  const set = (change: Partial<KeptText<Text>>) => {
    kept = { ...kept, ...change };
  };
  const keep = (isSaved: boolean) => {
    set({ isSaved });
    keeper.keep(kept);
  };
  const show = (text: Text) => {
    for (const tell of [...showers]) tell(text);
  };

  const replace = (next: KeptText<Text>, isSaved: boolean) => {
    clearTimeout(timer);
    generation += 1;
    running = null;
    waitingSince = null;
    retry = retries.first;
    isDirty = home !== null && !isSaved;
    kept = next;
    setState(next.draft === null ? { is: 'empty' } : { is: 'saved', at: isSaved ? next.at : null });
  };
  const restart = () => replace({ ...newText(kept.name, blank()), slot: kept.slot }, true);

  const attempt = async (at: TextHome<Text>, text: Text): Promise<SaveResult<Text>> => {
    const { draft, begun } = kept;
    if (draft === null) {
      const first = begun ?? { key: newAttemptKey(), text };
      set({ begun: first });
      keep(false);
      return at.begin(first.key, first.text);
    }
    const result = await at.save(draft, text);
    // If there is only one draft per document, a text without changes needs none.
    const isNone = result.is === 'saved' && !at.hasCopies && isBlank(text);
    return isNone && (await at.remove(draft.id)) ? { is: 'gone' } : result;
  };

  /** Takes a success; `true` if the text was not the last one and has to be saved at once. */
  const takeSaved = ({ id, revision, at }: DraftRef & { readonly at: string }, text: Text): boolean => {
    // The first save may have been of an earlier text.
    const isEarlier = kept.begun !== null && !isSameText(kept.begun.text, text);
    isDirty ||= isEarlier;
    set({ draft: { id, revision }, begun: null });
    retry = retries.first;
    keep(!isDirty);
    if (!isDirty) setState({ is: 'saved', at });
    else if (!isEarlier && !isUrgent) waitForPause();
    return isEarlier || isUrgent;
  };

  /** Whether a refused text was changed while its save was running; the next save waits for the pause in typing. */
  const wasCorrected = (refused: Text): boolean => {
    if (isSameText(refused, kept.text)) return false;
    if (isUrgent) return true;
    waitForPause();
    return false;
  };

  /** Takes the failure to save this text; `true` to try again at once. */
  const takeFailure = (failure: SaveFailure<Text>, text: Text): boolean => {
    isDirty = true;
    switch (failure.is) {
      case 'gone':
        set({ draft: null, begun: null });
        isDirty = !isBlank(kept.text);
        if (!isDirty) {
          keeper.drop(kept);
          setState({ is: 'empty' });
        }
        return isDirty;
      case 'changed':
        setState({ is: 'changed', stored: failure.stored });
        return false;
      case 'refused':
        // A refused first save has created no draft.
        set({ begun: null });
        setState({ is: 'failed', message: failure.message, isRefused: true });
        return wasCorrected(text);
      case 'unavailable':
        setState({ is: 'failed', message: failure.message, isRefused: false });
        waitFor(retry);
        retry = Math.min(retry * 2, retries.longest);
        return false;
    }
  };

  /** Returns the result of the last save, if the text was replaced meanwhile. */
  const work = async (at: TextHome<Text>): Promise<SaveResult<Text> | null> => {
    clearTimeout(timer);
    const mine = generation;
    let goOn = true;
    while (goOn && isDirty) {
      const { text } = kept;
      isDirty = false;
      waitingSince = null;
      if (state.is !== 'failed') setState({ is: 'saving' });
      const result = await attempt(at, text);
      if (mine !== generation) return result;
      goOn = result.is === 'saved' ? takeSaved(result.stored, text) : takeFailure(result, text);
    }
    return null;
  };

  const run = async (): Promise<void> => {
    if (home === null || isSending) return;
    const mine = generation;
    running ??= work(home).finally(() => {
      if (mine !== generation) return;
      running = null;
      isUrgent = false;
    });
    await running;
  };

  const flush = async (): Promise<boolean> => {
    if (home === null) return true;
    if (state.is === 'changed') return false;
    // What changes while a save runs is saved by the same run.
    isUrgent = true;
    await run();
    return !isDirty;
  };

  function waitFor(time: number) {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void run(), time);
  }

  function waitForPause() {
    waitingSince ??= Date.now();
    waitFor(Math.max(0, Math.min(pause, waitingSince + longestWait - Date.now())));
  }

  const adopt = ({ id, revision, text, at }: StoredText<Text>) => {
    replace({ ...kept, text, at, draft: { id, revision }, begun: null }, true);
    keep(true);
    show(text);
  };

  const end = (hasDraft: boolean) => {
    const [old, save] = [kept, running];
    restart();
    keeper.drop(old);
    keeper.end(old);
    if (hasDraft && home !== null) void discardDraft(home, keeper, { ...old, text: blank() }, save);
  };

  const submit = async <Result>(send: (draft: DraftRef | null) => Promise<Result>): Promise<Result> => {
    const isSaved = await flush();
    const { draft, text } = kept;
    if (draft !== null && !isSaved) throw new NotSaved(state.is === 'changed');
    isSending = true;
    try {
      const result = await send(draft);
      const isChanged = !isSameText(text, kept.text);
      const sent = { ...kept, text };
      if (isChanged) {
        keeper.end(sent);
        set({ draft: null, begun: null });
        isDirty = home !== null;
        keep(false);
      } else {
        // Without an answer to its first save, there may be a draft beside what was sent.
        end(draft === null);
        show(kept.text);
      }
      return result;
    } finally {
      isSending = false;
      if (isDirty) waitForPause();
    }
  };

  /** Another form of this window has sent or discarded this text. */
  const follow = (ended: KeptText<Text>) => {
    if (ended.slot !== kept.slot || !isSameText(ended.text, kept.text) || isSending) return;
    restart();
    show(kept.text);
  };
  let stopListening: (() => void) | null = null;

  return {
    state: () => state,
    subscribe: (tell) => register(listeners, tell),
    onShow: (tell) => register(showers, tell),
    kept: () => kept,
    change: (text) => {
      if (isSameText(text, kept.text)) return;
      set({ text, at: new Date().toISOString() });
      if (kept.draft === null && kept.begun === null && isBlank(text)) {
        isDirty = false;
        keeper.drop(kept);
        return;
      }
      isDirty = home !== null;
      keep(false);
      if (!isDirty || state.is === 'changed') return;
      if (running !== null) {
        waitingSince ??= Date.now();
        return;
      }
      waitForPause();
    },
    flush,
    submit,
    discard: () => {
      end(true);
      show(kept.text);
    },
    take: (other) => {
      keeper.drop(other);
      replace({ ...other, slot: kept.slot }, other.isSaved);
      keep(other.isSaved);
      show(other.text);
      if (isDirty) waitFor(0);
    },
    refresh: async () => {
      const { draft } = kept;
      const isUntouched = () =>
        kept.draft?.revision === draft?.revision && !isDirty && running === null && !isSending;
      if (home === null || draft === null || !isUntouched()) return;
      const found = await home.load(draft.id);
      if (found === 'unavailable' || !isUntouched()) return;
      if (found === 'gone') {
        end(false);
        show(kept.text);
      } else if (found.revision !== draft.revision) adopt(found);
    },
    resolve: (how) => {
      if (state.is !== 'changed') return;
      const { stored } = state;
      if (how === 'theirs') {
        adopt(stored);
        return;
      }
      set({ draft: how === 'mine' ? { id: stored.id, revision: stored.revision } : null, begun: null });
      isDirty = true;
      setState({ is: 'saving' });
      void flush();
    },
    start: () => {
      isStopped = false;
      stopListening = keeper.onEnd(follow);
      if (isDirty) waitFor(0);
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      stopListening?.();
    },
  };
}
