import { moveKeys } from './keys';

/** Time in milliseconds within which a second key completes a sequence such as `g d`. */
const sequenceTime = 1000;

/** Maximum number of buffered keys. */
export const maxBuffered = 64;

/** How long a key is buffered, and how long something is waited for, in milliseconds. */
export const bufferTime = 5000;

/** A key press with the facts that decide its meaning. */
export interface Press {
  /** The character that it types, or the name of the key. */
  readonly key: string;
  /** Time of the press, in milliseconds. */
  readonly at: number;
  /** The key is held down. */
  readonly isRepeat: boolean;
  /** The pressed modifiers, such as `ctrl+shift`. */
  readonly modifiers: string;
  readonly isInField: boolean;
  /** The previous key, if it may have started a sequence. */
  readonly after: string | null;
  /** It was buffered and is being replayed. */
  readonly isReplayed: boolean;
}

/** The state of the page when a key is pressed. */
export interface PageState {
  /**
   * What was requested last and is not loaded yet: `answer` is for results of a search, `rows` for a list that keys
   * move into, and `late` for a screen that has exceeded `bufferTime`.
   */
  readonly loading: 'layer' | 'screen' | 'answer' | 'rows' | 'late' | null;
  /** Cancels the layer that is loading. */
  readonly cancel?: (() => void) | undefined;
  readonly isLayerOpen: boolean;
  /** Whether single-key shortcuts are on. */
  readonly areOn: boolean;
  /** The keys that start sequences. */
  readonly firsts: ReadonlySet<string>;
  /** The command of a sequence such as `g d`; `null` for none. */
  readonly sequence: (keys: string) => (() => void) | null;
}

/** State between two keys. Only keys and time change it: no navigation, no announcement, no render. */
export interface KeyState {
  /** A key that may start a sequence. */
  readonly first: { readonly key: string; readonly at: number } | null;
  /** Keys buffered for something that is loading, in order. */
  readonly buffered: readonly Press[];
  /** The last key was typed into a field, or the pointer was pressed in one since. */
  readonly isTyping: boolean;
}

export const startState: KeyState = { first: null, buffered: [], isTyping: false };

/** State shared by the code that replays buffered keys and the code that handles new ones. */
export interface KeyBuffer {
  state: KeyState;
  /** Keys are being replayed; more may still be buffered. */
  isReplaying: boolean;
  /** The buffered key that is being replayed now. */
  replayed: Press | null;
  readonly currentPage: () => PageState;
  /** Reports that buffered keys had no effect: they waited too long, or the pointer was pressed first. */
  readonly onDropped: () => void;
}

/** The levels of scopes, in the order in which they receive keys. */
const levels = ['layer', 'field', 'screen', 'shell'] as const;

/**
 * Handles keys while it is registered. A layer scope receives every key, a field scope every key that no layer handles,
 * and screen and shell scopes only single keys outside of fields.
 */
export interface Scope {
  readonly level: (typeof levels)[number];
  /** It receives single keys even while shortcuts are off. */
  readonly isAlways?: boolean;
  /** Returns the command of a key; `null` if the scope does not handle it. */
  readonly read: (press: Press) => (() => void) | null;
}

/**
 * What happens to a key before the page receives it. `run`: it completes a sequence, or cancels what is loading.
 * `pass`: it goes to the focused element and then to the scopes. Neither: it is buffered, because it is not meant for
 * the current page.
 */
export interface KeyOutcome {
  readonly run?: () => void;
  readonly pass?: Press;
}

const isCharacter = (key: string) => Array.from(key).length === 1;

/** Whether a key is pressed without a modifier. Shift is part of a character. */
const isPlain = ({ modifiers }: Press) => modifiers === '' || modifiers === 'shift';

/** Keys that the client handles and can replay later; F5 and Ctrl R belong to the browser. */
const isReplayable = (press: Press) =>
  isPlain(press)
    ? isCharacter(press.key) || /^(Enter|Backspace|Tab|Escape|Home|End|Arrow.*)$/.test(press.key)
    : /^k$/i.test(press.key);

/** Parts of a screen that keys can wait for while the rest of the screen handles its own keys. */
type Part = 'answer' | 'rows';

/**
 * The keys that wait for each part: those that choose among search results or act on them (letters continue the
 * search), and those that move into a list.
 */
const keysOf: Readonly<Record<Part, readonly string[]>> = {
  answer: ['Enter', 'Tab', 'ArrowUp', 'ArrowDown'],
  rows: Object.values(moveKeys),
};

/** Whether a key waits for what is loading. */
export function waitsFor(loading: PageState['loading'], { key }: Press): boolean {
  return loading === 'answer' || loading === 'rows' ? keysOf[loading].includes(key) : loading !== null;
}

/** Whether a key is a single-key shortcut, which sequences consist of. */
function isSingle(press: Press, { isLayerOpen, areOn }: PageState): boolean {
  if (!areOn || isLayerOpen) return false;
  return isCharacter(press.key) && isPlain(press) && !press.isInField;
}

function shouldBuffer({ buffered, isTyping }: KeyState, press: Press, page: PageState): boolean {
  const { loading } = page;
  if (press.isReplayed || !isReplayable(press)) return false;
  if (buffered.length > 0 || loading === 'layer') return true;
  if (loading === 'answer') return waitsFor(loading, press);
  if (loading === 'rows') return waitsFor(loading, press) && isSingle(press, page);
  // A screen that loads while the user types into a field was not requested by that typing.
  return loading === 'screen' && !(press.isInField && isTyping);
}

/**
 * Buffers one more key; a key that is held down counts once. Escape cancels what is loading instead, if possible; after
 * Enter it is buffered for what Enter opens.
 */
function bufferKey(
  state: KeyState,
  press: Press,
  { loading, cancel }: PageState,
): readonly [KeyState, KeyOutcome] {
  const isEntered = state.buffered.some(({ key }) => key === 'Enter');
  if (press.key === 'Escape' && loading === 'layer' && cancel && !isEntered)
    return [startState, { run: cancel }];
  const isOneMore = !press.isRepeat && state.buffered.length < maxBuffered;
  // The first half of a sequence may have been replayed already while the second is still buffered.
  return [{ ...state, buffered: isOneMore ? [...state.buffered, press] : state.buffered }, {}];
}

/** Processes the next key and returns the new state. */
export function handleKey(state: KeyState, press: Press, page: PageState): readonly [KeyState, KeyOutcome] {
  const { key, at, isInField } = press;
  if (shouldBuffer(state, press, page)) return bufferKey(state, press, page);
  if (press.isRepeat || key === 'Shift') return [state, { pass: press }];
  const other = { ...state, first: null, isTyping: isInField && key !== 'Enter' };
  if (!isSingle(press, page)) return [other, { pass: press }];
  const { first } = state;
  const after = first !== null && at - first.at < sequenceTime ? first.key : null;
  const run = after === null ? null : page.sequence(`${after} ${key}`);
  if (run !== null) return [other, { run }];
  const next = page.firsts.has(key) ? { ...other, first: { key, at } } : other;
  return [next, { pass: { ...press, after } }];
}

/**
 * The state after a pointer press, which moves the focus. Keys that wait for a screen or a part of it were not meant
 * for the new focus and are dropped. Keys for a layer stay, because it takes the focus when it opens. In a field the
 * user is about to type.
 */
export function handlePointer(
  { buffered }: KeyState,
  isField: boolean,
  loading: PageState['loading'],
): KeyState {
  return { first: null, buffered: loading === 'layer' ? buffered : [], isTyping: isField };
}

function receives(
  { level, isAlways = false }: Scope,
  press: Press,
  { isLayerOpen, areOn }: PageState,
): boolean {
  if (level === 'layer' || isLayerOpen) return level === 'layer';
  return level === 'field' || (isPlain(press) && !press.isInField && (areOn || isAlways));
}

/** The command of a key that the page has not handled, from the first scope that handles it. */
export function commandOf(scopes: Iterable<Scope>, press: Press, page: PageState): (() => void) | null {
  const rank = ({ level }: Scope) => levels.indexOf(level);
  // The sort is stable: scopes of one level stay in the order of their registration.
  for (const scope of [...scopes].sort((one, other) => rank(one) - rank(other))) {
    const command = receives(scope, press, page) ? scope.read(press) : null;
    if (command !== null) return command;
  }
  return null;
}
