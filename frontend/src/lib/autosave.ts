import { newAttemptKey } from './keys';

/** A text as the server holds it. */
export interface StoredText<Text> {
  readonly id: string;
  /** The state of the text; each change has another one. */
  readonly revision: string;
  readonly text: Text;
  /** When it was saved, RFC 3339. */
  readonly at: string;
  /** The name of the attached file. */
  readonly fileName: string | null;
}

/** Why a text was not saved. */
export type SaveFailure<Text> =
  /** The server does not have it any more. */
  | { readonly is: 'gone' }
  /** It was changed elsewhere since it was last saved here. */
  | { readonly is: 'changed'; readonly stored: StoredText<Text> }
  /** The server does not accept this text; another may be accepted. */
  | { readonly is: 'refused'; readonly message: string }
  /** The server did not answer, or does not accept anything now. */
  | { readonly is: 'unavailable'; readonly message: string };

/** How a save ended. */
export type SaveResult<Text> =
  { readonly is: 'saved'; readonly stored: StoredText<Text> } | SaveFailure<Text>;

/** A text with what has to be known to save it, as it is kept in the browser until the server has it. */
export interface Unsaved<Text> {
  /** Names it in this browser. */
  readonly slot: string;
  readonly text: Text;
  /** The draft on the server, and the revision that the text is based on; `null` before the first save. */
  readonly draft: { readonly id: string; readonly revision: string } | null;
  /** The first save, if its answer has not arrived: sent again with its key, it begins no second draft. */
  readonly begun: { readonly key: string; readonly text: Text } | null;
}

/** What saving needs from outside. None of its functions throws. */
export interface AutosavePort<Text> {
  readonly begin: (key: string, text: Text) => Promise<SaveResult<Text>>;
  readonly save: (id: string, revision: string, text: Text) => Promise<SaveResult<Text>>;
  /** Keeps it in the browser. `isSaved`: the server has it. */
  readonly keep: (unsaved: Unsaved<Text>, isSaved: boolean) => void;
  /** Whether there is nothing worth beginning a draft for. */
  readonly isBlank: (text: Text) => boolean;
}

/** What the indicator shows. */
export type SaveState<Text> =
  | { readonly is: 'empty' }
  | { readonly is: 'saving' }
  | { readonly is: 'saved'; readonly at: string | null }
  | { readonly is: 'failed'; readonly message: string }
  | { readonly is: 'changed'; readonly stored: StoredText<Text> };

/** What to do about a text that was changed elsewhere. */
export type Resolution = 'mine' | 'theirs' | 'both';

/** Saves one text while it is written. */
export interface Autosave<Text> {
  readonly state: () => SaveState<Text>;
  readonly subscribe: (tell: () => void) => () => void;
  readonly unsaved: () => Unsaved<Text>;
  /** The text changed: it is saved after a pause in typing, or at the latest after `longestWait`. */
  readonly change: (text: Text) => void;
  /** Saves now what is not saved. Resolves when that has ended; `true` if the server has the last text. */
  readonly flush: () => Promise<boolean>;
  /** Whether the server has the last text, as far as is known. */
  readonly isClean: () => boolean;
  /** Goes on from this text of the server. The caller shows it. */
  readonly adopt: (stored: StoredText<Text>) => void;
  /** Continues after a change elsewhere. With `theirs`, the caller shows the other text. */
  readonly resolve: (how: Resolution) => void;
  /** The text was submitted: the draft is gone, and nothing is saved to it any more. */
  readonly end: () => void;
  /** Ends the saving, for example because the form is gone. A running save still ends. */
  readonly stop: () => void;
}

/** The pause in typing after which a text is saved, in milliseconds. */
const pause = 700;

/** The longest time that a change waits for such a pause, in milliseconds. */
export const longestWait = 1400;

/** The pauses before a save is tried again, in milliseconds. */
const retries = { first: 2000, longest: 15_000 } as const;

/** Whether two texts are the same: strings, or records of them. Compared with every key, so nothing is written out for it. */
function same(left: unknown, right: unknown): boolean {
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null)
    return left === right;
  const others = new Map(Object.entries(right));
  const fields = Object.entries(left);
  return fields.length === others.size && fields.every(([name, value]) => others.get(name) === value);
}

/** A text that has not been saved anywhere. */
export function newText<Text>(text: Text): Unsaved<Text> {
  return { slot: newAttemptKey(), text, draft: null, begun: null };
}

/**
 * Saves a text while it is written: one save at a time, each based on the one before. `isSaved` says that the server has
 * the text that it starts with. Until the server has a text, the port keeps it.
 */
export function makeAutosave<Text>(
  port: AutosavePort<Text>,
  start: Unsaved<Text>,
  isSaved: boolean,
): Autosave<Text> {
  const listeners = new Set<() => void>();
  let unsaved = start;
  let isDirty = !isSaved && !(start.draft === null && port.isBlank(start.text));
  let state: SaveState<Text> = isSaved && start.draft !== null ? { is: 'saved', at: null } : { is: 'empty' };
  let running: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitingSince: number | null = null;
  let retry: number = retries.first;
  let isStopped = false;
  let isEnded = false;
  /** The present run saves until nothing is unsaved. */
  let isUrgent = false;

  const setState = (next: SaveState<Text>) => {
    state = next;
    for (const tell of [...listeners]) tell();
  };
  const set = (change: Partial<Unsaved<Text>>) => {
    unsaved = { ...unsaved, ...change };
  };

  const attempt = (text: Text): Promise<SaveResult<Text>> => {
    const { draft, begun } = unsaved;
    if (draft !== null) return port.save(draft.id, draft.revision, text);
    const first = begun ?? { key: newAttemptKey(), text };
    set({ begun: first });
    port.keep(unsaved, false);
    return port.begin(first.key, first.text);
  };

  /** Takes a success; `true` if the text was not the last one and has to be saved at once. */
  const takeSaved = ({ id, revision, at }: StoredText<Text>, text: Text): boolean => {
    // The first save may have been of an earlier text.
    const isEarlier = unsaved.begun !== null && !same(unsaved.begun.text, text);
    isDirty ||= isEarlier;
    set({ draft: { id, revision }, begun: null });
    retry = retries.first;
    port.keep(unsaved, !isDirty);
    if (!isDirty) setState({ is: 'saved', at });
    else if (!isEarlier && !isUrgent) waitForPause();
    return isEarlier || isUrgent;
  };

  /** Whether a refused text was changed while its save was running; the next save waits for the pause in typing. */
  const wasCorrected = (refused: Text): boolean => {
    if (same(refused, unsaved.text)) return false;
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
        isDirty = !port.isBlank(unsaved.text);
        if (!isDirty) setState({ is: 'empty' });
        return isDirty;
      case 'changed':
        setState({ is: 'changed', stored: failure.stored });
        return false;
      case 'refused':
        // A first save that was refused was not carried out.
        set({ begun: null });
        setState({ is: 'failed', message: failure.message });
        return wasCorrected(text);
      case 'unavailable':
        setState({ is: 'failed', message: failure.message });
        waitFor(retry);
        retry = Math.min(retry * 2, retries.longest);
        return false;
    }
  };

  const work = async () => {
    clearTimeout(timer);
    let goOn = true;
    while (goOn && isDirty) {
      const { text } = unsaved;
      isDirty = false;
      waitingSince = null;
      if (state.is !== 'failed') setState({ is: 'saving' });
      const result = await attempt(text);
      goOn = result.is === 'saved' ? takeSaved(result.stored, text) : takeFailure(result, text);
    }
  };

  const run = (): Promise<void> => {
    running ??= work().finally(() => {
      running = null;
      isUrgent = false;
    });
    return running;
  };

  const flush = async (): Promise<boolean> => {
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
    set({ text, draft: { id, revision }, begun: null });
    isDirty = false;
    clearTimeout(timer);
    port.keep(unsaved, true);
    setState({ is: 'saved', at });
  };

  if (isDirty) waitFor(0);
  return {
    state: () => state,
    subscribe: (tell) => {
      listeners.add(tell);
      return () => {
        listeners.delete(tell);
      };
    },
    unsaved: () => unsaved,
    change: (text) => {
      if (isEnded || same(text, unsaved.text)) return;
      set({ text });
      if (unsaved.draft === null && unsaved.begun === null && port.isBlank(text)) {
        isDirty = false;
        port.keep(unsaved, true);
        return;
      }
      isDirty = true;
      port.keep(unsaved, false);
      if (state.is === 'changed') return;
      if (running !== null) {
        waitingSince ??= Date.now();
        return;
      }
      waitForPause();
    },
    flush,
    isClean: () => !isDirty && running === null,
    adopt,
    resolve: (how) => {
      if (state.is !== 'changed') return;
      const { id, revision } = state.stored;
      if (how === 'theirs') {
        adopt(state.stored);
        return;
      }
      set({ draft: how === 'mine' ? { id, revision } : null, begun: null });
      isDirty = true;
      setState({ is: 'saving' });
      void flush();
    },
    end: () => {
      isEnded = true;
      isStopped = true;
      isDirty = false;
      clearTimeout(timer);
      port.keep(unsaved, true);
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
