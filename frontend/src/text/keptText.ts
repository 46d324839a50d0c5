import { newAttemptKey } from '@/lib/keys';

/** One state of a draft on the server; each change of its text has another revision. */
export interface DraftRef {
  readonly id: string;
  readonly revision: string;
}

export interface StoredText<Text> extends DraftRef {
  readonly text: Text;
  /** When it was saved, RFC 3339. */
  readonly at: string;
}

export type SaveFailure<Text> =
  /** The draft no longer exists on the server. */
  | { readonly is: 'gone' }
  /** The draft was changed elsewhere since its last save here. */
  | { readonly is: 'changed'; readonly stored: StoredText<Text> }
  /** The server does not accept this text. It is not sent again until it changes. */
  | { readonly is: 'refused'; readonly message: string }
  /** The server did not respond, or accepts no text at the moment. */
  | { readonly is: 'unavailable'; readonly message: string };

export type SaveResult<Text> =
  { readonly is: 'saved'; readonly stored: DraftRef & { readonly at: string } } | SaveFailure<Text>;

/** Saves texts of one kind on the server. Its functions never throw. */
export interface TextHome<Text> {
  /** A repeated call with the same key creates no second draft. */
  readonly begin: (key: string, text: Text) => Promise<SaveResult<Text>>;
  readonly save: (draft: DraftRef, text: Text) => Promise<SaveResult<Text>>;
  readonly load: (id: string) => Promise<StoredText<Text> | 'gone' | 'unavailable'>;
  /** Deletes a draft. Returns whether it is gone. */
  readonly remove: (id: string) => Promise<boolean>;
  /** Whether a person may have several drafts of it, so that both of two texts can be kept. */
  readonly hasCopies: boolean;
}

/** A text as this browser keeps it, with what is needed to save it. */
export interface KeptText<Text> {
  /** The form that shows it. */
  readonly name: string;
  /** The window that writes it: other windows with the same form have other slots. */
  readonly slot: string;
  readonly text: Text;
  /** When it last changed, RFC 3339. */
  readonly at: string;
  /** The draft that it is saved to; `null` before the first save. */
  readonly draft: DraftRef | null;
  /** The first save, if its response has not arrived. Repeated with its key, it creates no second draft. */
  readonly begun: { readonly key: string; readonly text: Text } | null;
  /** The server has the whole text. */
  readonly isSaved: boolean;
  /** The text was discarded, but its draft is not deleted yet. */
  readonly isDiscarded: boolean;
}

export interface TextKeeper<Text> {
  readonly keep: (kept: KeptText<Text>) => void;
  /** There is nothing to keep. */
  readonly drop: (kept: KeptText<Text>) => void;
  /** Called after the text was sent or discarded: every form of this window that shows it becomes blank. */
  readonly end: (kept: KeptText<Text>) => void;
  /** Calls `tell` with each text that ends. Returns a function that stops it. */
  readonly onEnd: (tell: (kept: KeptText<Text>) => void) => () => void;
}

/** Whether two texts are equal. It compares members instead of serializing long texts. */
export function isSameText(left: unknown, right: unknown): boolean {
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null)
    return left === right;
  const others = new Map(Object.entries(right));
  const fields = Object.entries(left);
  return (
    fields.length === others.size && fields.every(([name, value]) => isSameText(others.get(name), value))
  );
}

/** A text that is not kept anywhere yet. */
export function newText<Text>(name: string, text: Text): KeptText<Text> {
  const at = new Date().toISOString();
  const fresh = { draft: null, begun: null, isSaved: false, isDiscarded: false } as const;
  return { name, slot: newAttemptKey(), text, at, ...fresh };
}

/** A text of the server that this browser does not keep yet. */
export function openedText<Text>(name: string, { id, revision, text, at }: StoredText<Text>): KeptText<Text> {
  return { ...newText(name, text), at, draft: { id, revision }, isSaved: true };
}

/** The draft of a discarded text; its first save may have to be repeated to learn which one it is. */
async function draftOf<Text>(home: TextHome<Text>, { draft, begun }: KeptText<Text>): Promise<string | null> {
  if (draft !== null || begun === null) return draft?.id ?? null;
  const result = await home.begin(begun.key, begun.text);
  if (result.is === 'unavailable') throw new Error(result.message);
  return result.is === 'saved' || result.is === 'changed' ? result.stored.id : null;
}

/** Deletes the draft of a discarded text as soon as the server answers; the browser keeps the task until then. */
export async function removeDraft<Text>(
  home: TextHome<Text>,
  keeper: TextKeeper<Text>,
  discarded: KeptText<Text>,
): Promise<boolean> {
  try {
    const id = await draftOf(home, discarded);
    if (id !== null && !(await home.remove(id))) return false;
    keeper.drop(discarded);
    return true;
  } catch {
    return false;
  }
}

/** Pauses between attempts, in milliseconds. */
export const retries = { first: 2000, longest: 15_000 } as const;

/**
 * Deletes the draft of a text that is not wanted any more, after its last `save` and as often as it takes. Until then
 * the browser keeps the task, in case this window ends before the server answers.
 */
export async function discardDraft<Text>(
  home: TextHome<Text>,
  keeper: TextKeeper<Text>,
  old: KeptText<Text>,
  save: Promise<SaveResult<Text> | null> | null,
): Promise<void> {
  if (old.draft === null && old.begun === null) return;
  let task: KeptText<Text> = { ...old, slot: newAttemptKey(), isDiscarded: true, isSaved: false };
  keeper.keep(task);
  const last = await save;
  if (last?.is === 'saved') task = { ...task, draft: last.stored };
  for (let wait: number = retries.first; ; wait = Math.min(wait * 2, retries.longest)) {
    if (await removeDraft(home, keeper, task)) return;
    const time = wait;
    await new Promise((resolve) => setTimeout(resolve, time));
  }
}

/** The text cannot be sent, because its latest changes could not be saved to the draft. */
export class NotSaved extends Error {
  constructor(isChanged: boolean) {
    super(
      isChanged
        ? 'This text was changed in another window. Choose which one to keep.'
        : 'The text could not be saved. Try again.',
    );
  }
}
