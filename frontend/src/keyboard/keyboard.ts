import { byPerson, noteGesture } from '@/lib/activity';
import { register } from '@/lib/register';
import { isPressedBy } from './controls';
import { dialogs } from './dialogs';
import {
  commandOf,
  hear,
  patience,
  point,
  startState,
  type Keeper,
  type Press,
  type Scene,
  type Scope,
} from './hear';
import type * as Giver from './give';
import { shellKeys } from './keys';
import { keyTime } from './keyTime';

/** A layer that may have been asked for (a dialog, the palette). */
interface Layer {
  /** Whether it was asked for and not closed since. It may be on screen already. */
  readonly isWanted: () => boolean;
  /** Cancels it before it is there. */
  readonly cancel?: () => void;
  /** Called before a press of the pointer moves the focus: a layer that has ended no longer returns it. */
  readonly onPoint?: () => void;
}

/** When the screen was asked for that is not on the page yet; `null` if none is. */
type AskedAt = () => number | null;

let screenAskedAt: AskedAt | undefined;

/**
 * Whether a word of the command line that hears keys begins with these letters: on the main terminal, `g` and `o` begin
 * `goto`.
 */
let isWordOfLine: (letters: string) => boolean = () => false;

/** How many lists on the page are moved into by keys. */
let rowLists = 0;

const layers = new Set<Layer>();
const scopes = new Set<Scope>();

/** Hears a key before anything else does, and answers whether it has used it up. */
type First = (key: string) => boolean;

const firsts = new Set<First>();

/** Names a layer that may have been asked for (a dialog, the palette). Returns a function that takes it back. */
export function holdForLayer(layer: Layer): () => void {
  return register(layers, layer);
}

/** Sets how to tell whether a screen is coming. Returns a function that takes it back. */
export function holdForScreen(askedAt: AskedAt): () => void {
  screenAskedAt = askedAt;
  return () => {
    screenAskedAt = undefined;
  };
}

/**
 * Tells with which letters the words of a command line begin, which are no sequences there. Returns a function that
 * takes it back.
 */
export function holdForLine(isWord: (letters: string) => boolean): () => void {
  isWordOfLine = isWord;
  return () => {
    isWordOfLine = () => false;
  };
}

/** Tells that keys move into a list of the screen, and wait for it. Returns a function that takes it back. */
export function holdForRows(): () => void {
  rowLists += 1;
  return () => {
    rowLists -= 1;
  };
}

/** Lets something hear every key first: a tooltip. Returns a function that takes it back. */
export function hearFirst(first: First): () => void {
  return register(firsts, first);
}

/**
 * Gives keys a meaning. Of two scopes of a level, the one that was opened first is asked first. Returns a function that
 * closes it.
 */
export function openScope(scope: Scope): () => void {
  return register(scopes, scope);
}

/** Whether a dialog is on screen: it keeps the keyboard until it is answered. */
export function isDialogOpen(): boolean {
  return document.querySelector(dialogs) !== null;
}

export type Shell = Pick<Scene, 'firsts' | 'sequence'> &
  Pick<Keeper, 'onDropped'> & { readonly areOn: () => boolean };

const noShell: Shell = {
  firsts: new Set(),
  sequence: () => null,
  areOn: () => false,
  onDropped: () => undefined,
};

let shell = noShell;

/** Sets what sequences do, and whether single keys do anything. */
export function setShell(next: Shell): void {
  shell = next;
}

/** Marks a search whose results are not there yet. */
const pending = '[data-pending="true"]';

/** The waiting state of rows. A busy button is none. */
const arriving = 'main [aria-busy="true"]:not(button)';

/** Whether the search field that has the focus has not got its results yet. */
function isSearching(): boolean {
  const field = document.activeElement;
  if (field === null || !isPressedBy(shellKeys.filter, field)) return false;
  return field.matches(pending) || document.querySelector(arriving) !== null;
}

/** Whether a list is loading that keys would move into, from outside of all rows. */
function areRowsComing(): boolean {
  const isInRow = Boolean(document.activeElement?.closest('[data-row]'));
  return rowLists > 0 && !isInRow && document.querySelector(arriving) !== null;
}

function comingNow(wanted: Layer | undefined): Scene['coming'] {
  // A dialog takes keys once it has the focus.
  const dialog = document.activeElement?.closest(dialogs);
  if (dialog) return dialog.querySelector(pending) === null ? null : 'answer';
  if (wanted) return 'layer';
  const asked = screenAskedAt?.() ?? null;
  if (isDialogOpen()) return null;
  if (asked === null) return isSearching() ? 'answer' : areRowsComing() ? 'rows' : null;
  return keyTime() - asked < patience ? 'screen' : 'late';
}

function sceneNow(): Scene {
  const wanted = [...layers].find(({ isWanted }) => isWanted());
  return {
    ...shell,
    coming: comingNow(wanted),
    cancel: wanted?.cancel,
    sequence: (keys) => (isWordOfLine(keys.replace(' ', '')) ? null : shell.sequence(keys)),
    isLayerOpen: isDialogOpen(),
    areOn: shell.areOn(),
  };
}

/** What is remembered, shared with the code that gives what was kept. */
const keeper: Keeper = {
  state: startState,
  isGiving: false,
  given: null,
  sceneNow,
  onDropped: () => shell.onDropped(),
};

const fields = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable="true"]';

function pressOf(event: KeyboardEvent): Press {
  const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
  const held = [ctrlKey && 'ctrl', metaKey && 'meta', altKey && 'alt', shiftKey && 'shift'];
  return {
    key,
    // However late it is given: two keys are a sequence by when they were pressed.
    at: keeper.given?.at ?? event.timeStamp,
    isRepeat: event.repeat,
    modifiers: held.filter(Boolean).join('+'),
    isInField: target instanceof Element && target.closest(fields) !== null,
    after: null,
    isGiven: keeper.given !== null,
  };
}

/** The press that the focused element is about to receive; the scopes are asked afterwards. */
let passed: Press | undefined;

/** The code that gives kept keys, once it has come. */
let giver: typeof Giver | undefined;

/**
 * Gives what was kept. The code for it is not needed for the first paint: called while the page is idle, this loads it.
 * Never rejects; without that code nothing can be given, and the next keys are heard.
 */
export async function giveKept(): Promise<void> {
  try {
    giver = await import(/* webpackChunkName: "keys-kept" */ './give');
    await giver.giveAll(keeper);
  } catch {
    keeper.state = startState;
  }
}

/**
 * Runs before every other listener: keeps the second key of a sequence, and keys meant for something that is still
 * coming, from the page.
 */
function onPress(event: KeyboardEvent): void {
  passed = undefined;
  if (event.isComposing) return;
  noteGesture();
  const isUsed = [...firsts].some((first) => first(event.key));
  const [next, { pass, run }] = isUsed ? [keeper.state, {}] : hear(keeper.state, pressOf(event), sceneNow());
  keeper.state = next;
  passed = pass;
  if (pass) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (run) byPerson(run);
  else if (!isUsed) void giveKept();
}

/** Whether a press of the pointer leads into a field, by itself or by its label. */
function leadsIntoField(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest(fields) !== null || target.closest('label')?.control?.matches(fields) === true;
}

/** Runs before the pointer moves the focus: until then, what was typed can be given to what it was typed for. */
function onPoint({ target }: MouseEvent): void {
  for (const layer of [...layers]) layer.onPoint?.();
  giver?.giveAtOnce(keeper);
  const before = keeper.state.kept.length;
  keeper.state = point(keeper.state, leadsIntoField(target), sceneNow().coming);
  if (keeper.state.kept.length < before) keeper.onDropped();
}

/** After all others: what nothing that has the focus has taken. */
function onRest(event: KeyboardEvent): void {
  if (event.defaultPrevented || !passed) return;
  const command = commandOf(scopes, passed, sceneNow());
  if (command === null) return;
  event.preventDefault();
  byPerson(command);
}

/**
 * Begins to hear keys, and presses of the pointer as far as they move the focus: the one place in the client that
 * listens to keys. Once, before the first paint. Returns a function that ends it.
 */
export function hearKeys(): () => void {
  keeper.state = startState;
  window.addEventListener('keydown', onPress, true);
  window.addEventListener('keydown', onRest);
  window.addEventListener('mousedown', onPoint, true);
  return () => {
    keeper.state = startState;
    keeper.isGiving = false;
    window.removeEventListener('keydown', onPress, true);
    window.removeEventListener('keydown', onRest);
    window.removeEventListener('mousedown', onPoint, true);
  };
}
