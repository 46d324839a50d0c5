import { byPerson, noteGesture } from '@/lib/activity';
import { modifiersOf } from '@/lib/commandKey';
import { register } from '@/lib/register';
import { isPressedBy } from './controls';
import { dialogs } from './dialogs';
import {
  commandOf,
  handleKey,
  bufferTime,
  handlePointer,
  startState,
  type KeyBuffer,
  type Press,
  type PageState,
  type Scope,
} from './hear';
import type * as Replayer from './replay';
import { shellKeys } from './keys';
import { keyTime } from './keyTime';

/** A layer that may have been requested (a dialog, the palette). */
interface Layer {
  /** Whether it was requested and not closed since. It may be on screen already. */
  readonly isWanted: () => boolean;
  /** Cancels it before it opens. */
  readonly cancel?: () => void;
  /** Called before a pointer press moves the focus: a layer that has ended no longer returns it. */
  readonly onPoint?: () => void;
}

/** Returns when the screen that is still loading was requested; `null` if none is loading. */
type RequestedAt = () => number | null;

let screenRequestedAt: RequestedAt | undefined;

/**
 * Whether a word of the focused command line begins with these letters: on the main terminal, `g` and `o` start `goto`.
 */
let startsCommandWord: (letters: string) => boolean = () => false;

/** Number of mounted lists that keys move into. */
let rowLists = 0;

const layers = new Set<Layer>();
const scopes = new Set<Scope>();

/** Receives a key before anything else, and returns whether it has consumed it. */
type KeyInterceptor = (key: string) => boolean;

const interceptors = new Set<KeyInterceptor>();

/** Registers a layer that may have been requested (a dialog, the palette). Returns a function that unregisters it. */
export function registerLayer(layer: Layer): () => void {
  return register(layers, layer);
}

/** Sets how to tell whether a screen is loading. Returns a function that resets it. */
export function setScreenRequested(askedAt: RequestedAt): () => void {
  screenRequestedAt = askedAt;
  return () => {
    screenRequestedAt = undefined;
  };
}

/**
 * Sets the test for letters that start a word of the command line, where they are not sequences. Returns a function
 * that resets it.
 */
export function setCommandWords(isWord: (letters: string) => boolean): () => void {
  startsCommandWord = isWord;
  return () => {
    startsCommandWord = () => false;
  };
}

/** Registers a list of the screen that keys move into and wait for. Returns a function that unregisters it. */
export function registerRowList(): () => void {
  rowLists += 1;
  return () => {
    rowLists -= 1;
  };
}

/**
 * Registers a function that receives every key first, such as that of a tooltip. Returns a function that unregisters
 * it.
 */
export function interceptKeys(first: KeyInterceptor): () => void {
  return register(interceptors, first);
}

/**
 * Registers a scope. Of two scopes of a level, the one registered first receives keys first. Returns a function that
 * unregisters it.
 */
export function openScope(scope: Scope): () => void {
  return register(scopes, scope);
}

/** Whether a dialog is on screen. It keeps the keyboard until it is closed. */
export function isDialogOpen(): boolean {
  return document.querySelector(dialogs) !== null;
}

export type Shell = Pick<PageState, 'firsts' | 'sequence'> &
  Pick<KeyBuffer, 'onDropped'> & { readonly areOn: () => boolean };

const noShell: Shell = {
  firsts: new Set(),
  sequence: () => null,
  areOn: () => false,
  onDropped: () => undefined,
};

let shell = noShell;

/** Sets the commands of sequences, and whether single keys are on. */
export function setShell(next: Shell): void {
  shell = next;
}

/** Selector of a search whose results are not loaded yet. */
const pending = '[data-pending="true"]';

/** Selector of rows that are loading. A busy button does not count. */
const loadingRows = 'main [aria-busy="true"]:not(button)';

/** Whether the results of the focused search field are not loaded yet. */
function isSearching(): boolean {
  const field = document.activeElement;
  if (field === null || !isPressedBy(shellKeys.filter, field)) return false;
  return field.matches(pending) || document.querySelector(loadingRows) !== null;
}

/** Whether a list that keys move into is loading, while the focus is outside of all rows. */
function areRowsLoading(): boolean {
  const isInRow = Boolean(document.activeElement?.closest('[data-row]'));
  return rowLists > 0 && !isInRow && document.querySelector(loadingRows) !== null;
}

function currentlyLoading(wanted: Layer | undefined): PageState['loading'] {
  // A dialog receives keys once it has the focus.
  const dialog = document.activeElement?.closest(dialogs);
  if (dialog) return dialog.querySelector(pending) === null ? null : 'answer';
  if (wanted) return 'layer';
  const asked = screenRequestedAt?.() ?? null;
  if (isDialogOpen()) return null;
  if (asked === null) return isSearching() ? 'answer' : areRowsLoading() ? 'rows' : null;
  return keyTime() - asked < bufferTime ? 'screen' : 'late';
}

function currentPage(): PageState {
  const wanted = [...layers].find(({ isWanted }) => isWanted());
  return {
    ...shell,
    loading: currentlyLoading(wanted),
    cancel: wanted?.cancel,
    sequence: (keys) => (startsCommandWord(keys.replace(' ', '')) ? null : shell.sequence(keys)),
    isLayerOpen: isDialogOpen(),
    areOn: shell.areOn(),
  };
}

/** State shared with the code that replays buffered keys. */
const keyBuffer: KeyBuffer = {
  state: startState,
  isReplaying: false,
  replayed: null,
  currentPage,
  onDropped: () => shell.onDropped(),
};

const fields = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable="true"]';

function pressOf(event: KeyboardEvent): Press {
  const { key, target } = event;
  return {
    key,
    // A sequence depends on when its keys were pressed, however late they are replayed.
    at: keyBuffer.replayed?.at ?? event.timeStamp,
    isRepeat: event.repeat,
    modifiers: modifiersOf(event),
    isInField: target instanceof Element && target.closest(fields) !== null,
    after: null,
    isReplayed: keyBuffer.replayed !== null,
  };
}

/** The press that the focused element is about to receive; the scopes receive it afterwards. */
let passed: Press | undefined;

/** The code that replays buffered keys, once it is loaded. */
let replayer: typeof Replayer | undefined;

/**
 * Replays buffered keys. Its code is not needed for the first paint; a call while the page is idle loads it. Never
 * rejects; if the code fails to load, nothing is replayed and later keys are handled as usual.
 */
export async function replayBuffered(): Promise<void> {
  try {
    replayer = await import(/* webpackChunkName: "keys-kept" */ './replay');
    await replayer.replayAll(keyBuffer);
  } catch {
    keyBuffer.state = startState;
  }
}

/**
 * Runs before every other listener. Withholds from the page the second key of a sequence, and keys meant for something
 * that is still loading.
 */
function onPress(event: KeyboardEvent): void {
  passed = undefined;
  if (event.isComposing) return;
  noteGesture();
  const isUsed = [...interceptors].some((first) => first(event.key));
  const [next, { pass, run }] = isUsed
    ? [keyBuffer.state, {}]
    : handleKey(keyBuffer.state, pressOf(event), currentPage());
  keyBuffer.state = next;
  passed = pass;
  if (pass) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (run) byPerson(run);
  else if (!isUsed) void replayBuffered();
}

/** Whether a pointer press focuses a field, directly or through its label. */
function leadsIntoField(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest(fields) !== null || target.closest('label')?.control?.matches(fields) === true;
}

/** Runs before the pointer moves the focus: until then, keys can be replayed to the element they were typed for. */
function onPoint({ target }: MouseEvent): void {
  for (const layer of [...layers]) layer.onPoint?.();
  replayer?.replayNow(keyBuffer);
  const before = keyBuffer.state.buffered.length;
  keyBuffer.state = handlePointer(keyBuffer.state, leadsIntoField(target), currentPage().loading);
  if (keyBuffer.state.buffered.length < before) keyBuffer.onDropped();
}

/** Runs after all other listeners, for keys that the focused element has not handled. */
function onUnhandled(event: KeyboardEvent): void {
  if (event.defaultPrevented || !passed) return;
  const command = commandOf(scopes, passed, currentPage());
  if (command === null) return;
  event.preventDefault();
  byPerson(command);
}

/**
 * Starts listening to keys, and to pointer presses that move the focus. This is the only listener to keys in the
 * client. Called once, before the first paint. Returns a function that stops it.
 */
export function listenToKeys(): () => void {
  keyBuffer.state = startState;
  window.addEventListener('keydown', onPress, true);
  window.addEventListener('keydown', onUnhandled);
  window.addEventListener('mousedown', onPoint, true);
  return () => {
    keyBuffer.state = startState;
    keyBuffer.isReplaying = false;
    window.removeEventListener('keydown', onPress, true);
    window.removeEventListener('keydown', onUnhandled);
    window.removeEventListener('mousedown', onPoint, true);
  };
}
