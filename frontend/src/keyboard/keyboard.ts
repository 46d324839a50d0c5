import { byPerson, noteGesture } from '@/lib/activity';
import { commandOf, hear, startState, type KeyState, type Press, type Scene, type Scope } from './hear';

/** Says, at the moment of a key press, whether something that was asked for is not on screen yet. */
type IsComing = () => boolean;

/** A layer that may have been asked for. */
interface Layer {
  /** Whether it was asked for and not closed since. It may be on screen already. */
  readonly isWanted: () => boolean;
  /** Hears the keys that are pressed before it is there. Answers whether it took one. */
  readonly take?: (event: KeyboardEvent) => boolean;
}

const layers = new Set<Layer>();
let isScreenComing: IsComing | undefined;

const scopes = new Set<Scope>();

function register<Item>(all: Set<Item>, item: Item): () => void {
  all.add(item);
  return () => {
    all.delete(item);
  };
}

/** Names a layer that may have been asked for (a dialog, the palette). Returns a function that takes it back. */
export function holdForLayer(layer: Layer): () => void {
  return register(layers, layer);
}

/** Sets how to tell whether a screen is coming. Returns a function that takes it back. */
export function holdForScreen(isComing: IsComing): () => void {
  isScreenComing = isComing;
  return () => {
    isScreenComing = undefined;
  };
}

/** Gives keys a meaning. Of two scopes of a level, the one that was opened first is asked first. Returns a function that closes it. */
export function openScope(scope: Scope): () => void {
  return register(scopes, scope);
}

/** Whether a dialog is on screen: it keeps the keyboard until it is answered. */
export function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
}

/** What the keyboard knows from the shell. */
export type Shell = Pick<Scene, 'firsts' | 'sequence'> & { readonly areOn: () => boolean };

let shell: Shell | undefined;

/** Sets what sequences do, and whether single keys do anything. */
export function setShell(next: Shell): void {
  shell = next;
}

function sceneNow({ areOn, ...sequences }: Shell): Scene {
  const isLayerOpen = isDialogOpen();
  const isLayerComing = [...layers].some(({ isWanted }) => isWanted());
  return {
    ...sequences,
    coming: isLayerOpen ? null : isLayerComing ? 'layer' : isScreenComing?.() === true ? 'screen' : null,
    isLayerOpen,
    areOn: areOn(),
  };
}

const fields = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable="true"]';

function pressOf(event: KeyboardEvent): Press {
  const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
  const held = [ctrlKey && 'ctrl', metaKey && 'meta', altKey && 'alt', shiftKey && 'shift'];
  return {
    key,
    at: event.timeStamp,
    isRepeat: event.repeat,
    modifiers: held.filter(Boolean).join('+'),
    isInField: target instanceof Element && target.closest(fields) !== null,
    after: null,
  };
}

let state: KeyState = startState;
/** The press that the focused element is about to receive; the scopes are asked afterwards. */
let passed: Press | undefined;

/** Runs before every other listener: keeps the second key of a sequence, and keys meant for something that is still coming, from the page. */
function onPress(event: KeyboardEvent): void {
  passed = undefined;
  noteGesture();
  if (shell === undefined || event.isComposing) return;
  const scene = sceneNow(shell);
  const [next, { pass, run }] = hear(state, pressOf(event), scene);
  state = next;
  const isTaken = scene.coming === 'layer' && [...layers].some(({ take }) => take?.(event) === true);
  if (!isTaken) passed = pass;
  if (passed !== undefined) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (run) byPerson(run);
}

/** After all others: what nothing that has the focus has taken. */
function onRest(event: KeyboardEvent): void {
  if (shell === undefined || passed === undefined || event.defaultPrevented) return;
  const command = commandOf(scopes, passed, sceneNow(shell));
  if (command === null) return;
  event.preventDefault();
  byPerson(command);
}

/**
 * Begins to hear keys: the one place in the client that listens to them. Once, before the first paint. Returns a function
 * that ends it.
 */
export function hearKeys(): () => void {
  state = startState;
  window.addEventListener('keydown', onPress, true);
  window.addEventListener('keydown', onRest);
  return () => {
    window.removeEventListener('keydown', onPress, true);
    window.removeEventListener('keydown', onRest);
  };
}
