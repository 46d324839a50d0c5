import { moveKeys } from './keys';

/** Milliseconds within which a second key completes a sequence such as `g d`. */
const sequenceTime = 1000;

/** The most keys that are kept for something that is coming. */
export const mostKept = 64;

/** How long a key is kept, and how long something is waited for, in milliseconds. */
export const patience = 5000;

/** A key press, as far as its meaning depends on it. */
export interface Press {
  /** The character it types, or the name of the key. */
  readonly key: string;
  /** When it was pressed, in milliseconds. */
  readonly at: number;
  /** The key is held down. */
  readonly isRepeat: boolean;
  /** The modifiers that are held, such as `ctrl+shift`. */
  readonly modifiers: string;
  readonly isInField: boolean;
  /** The key before it, where that one may have begun a sequence. */
  readonly after: string | null;
  /** It was kept, and is given now to what it was meant for. */
  readonly isGiven: boolean;
}

/** What is on the page, or was asked for, when a key is pressed. */
export interface Scene {
  /**
   * What was asked for last and is not there yet; `answer` for what a search will find, `rows` for those that keys move
   * into, and `late` for a screen that nobody waits for any longer.
   */
  readonly coming: 'layer' | 'screen' | 'answer' | 'rows' | 'late' | null;
  /** Cancels the layer that is coming. */
  readonly cancel?: (() => void) | undefined;
  readonly isLayerOpen: boolean;
  /** Whether single-key shortcuts are on. */
  readonly areOn: boolean;
  /** The keys with which sequences begin. */
  readonly firsts: ReadonlySet<string>;
  /** What a sequence such as `g d` does here; `null` for nothing. */
  readonly sequence: (keys: string) => (() => void) | null;
}

/**
 * What is remembered from one key to the next. Nothing but keys and time changes it: no navigation, no news, no render.
 */
export interface KeyState {
  /** The first key of what may become a sequence. */
  readonly first: { readonly key: string; readonly at: number } | null;
  /** What was typed for something that is coming, in order. */
  readonly kept: readonly Press[];
  /** The last key was typed into a field, or the pointer was pressed in one since. */
  readonly isTyping: boolean;
}

export const startState: KeyState = { first: null, kept: [], isTyping: false };

/** What the code that gives kept keys shares with the code that hears them. */
export interface Keeper {
  state: KeyState;
  /** Keys are being given; more of them may still be kept. */
  isGiving: boolean;
  /** The kept key that is given at this moment. */
  given: Press | null;
  readonly sceneNow: () => Scene;
  /** Says that kept keys did nothing: they waited for too long, or the pointer was pressed first. */
  readonly onDropped: () => void;
}

/** The levels of scopes, in the order in which they are asked. */
const levels = ['layer', 'field', 'screen', 'shell'] as const;

/**
 * Something that gives keys a meaning while it is on the page. A scope of a layer hears every key, one of a field all
 * that no layer has, and those of a screen and of the shell only single keys outside of fields.
 */
export interface Scope {
  readonly level: (typeof levels)[number];
  /** It hears single keys even while shortcuts are off. */
  readonly isAlways?: boolean;
  /** What a key does; `null` if it means nothing here. */
  readonly read: (press: Press) => (() => void) | null;
}

/**
 * What becomes of a key before anything else hears it. `run`: it completes a sequence, or takes back what is coming.
 * `pass`: it goes to what has the focus, and then to the scopes. Neither: it is kept, since it is not for what is on
 * the page.
 */
export interface Verdict {
  readonly run?: () => void;
  readonly pass?: Press;
}

const isCharacter = (key: string) => Array.from(key).length === 1;

/** Whether a key is pressed by itself. Shift is part of a character. */
const isPlain = ({ modifiers }: Press) => modifiers === '' || modifiers === 'shift';

/** Keys with a meaning of their own, which can be given later; F5 and Ctrl R are the browser's. */
const isOurs = (press: Press) =>
  isPlain(press)
    ? isCharacter(press.key) || /^(Enter|Backspace|Tab|Escape|Home|End|Arrow.*)$/.test(press.key)
    : /^k$/i.test(press.key);

/** What keys are kept for while the rest of a screen takes its own. */
type Part = 'answer' | 'rows';

/**
 * The keys that choose among the results of a search, or act on them: letters go on with its words. And those that move
 * into a list.
 */
const keysOf: Readonly<Record<Part, readonly string[]>> = {
  answer: ['Enter', 'Tab', 'ArrowUp', 'ArrowDown'],
  rows: Object.values(moveKeys),
};

/** Whether a key waits for what is coming. */
export function isFor(coming: Scene['coming'], { key }: Press): boolean {
  return coming === 'answer' || coming === 'rows' ? keysOf[coming].includes(key) : coming !== null;
}

/** Whether a key is a single key of the page: what sequences are made of. */
function isSingle(press: Press, { isLayerOpen, areOn }: Scene): boolean {
  if (!areOn || isLayerOpen) return false;
  return isCharacter(press.key) && isPlain(press) && !press.isInField;
}

function isKept({ kept, isTyping }: KeyState, press: Press, scene: Scene): boolean {
  const { coming } = scene;
  if (press.isGiven || !isOurs(press)) return false;
  if (kept.length > 0 || coming === 'layer') return true;
  if (coming === 'answer') return isFor(coming, press);
  if (coming === 'rows') return isFor(coming, press) && isSingle(press, scene);
  // A screen that comes while somebody types was not asked for by that.
  return coming === 'screen' && !(press.isInField && isTyping);
}

/**
 * Keeps one more key; one that is held down is one. Escape takes back what is coming instead, if it can be; after an
 * Enter it is for what that leads to.
 */
function keep(state: KeyState, press: Press, { coming, cancel }: Scene): readonly [KeyState, Verdict] {
  const isEntered = state.kept.some(({ key }) => key === 'Enter');
  if (press.key === 'Escape' && coming === 'layer' && cancel && !isEntered)
    return [startState, { run: cancel }];
  const isOneMore = !press.isRepeat && state.kept.length < mostKept;
  // The first half of a sequence may have been given already, with the second one still kept.
  return [{ ...state, kept: isOneMore ? [...state.kept, press] : state.kept }, {}];
}

/** Hears the next key: what becomes of it, and what is remembered. */
export function hear(state: KeyState, press: Press, scene: Scene): readonly [KeyState, Verdict] {
  const { key, at, isInField } = press;
  if (isKept(state, press, scene)) return keep(state, press, scene);
  if (press.isRepeat || key === 'Shift') return [state, { pass: press }];
  const other = { ...state, first: null, isTyping: isInField && key !== 'Enter' };
  if (!isSingle(press, scene)) return [other, { pass: press }];
  const { first } = state;
  const after = first !== null && at - first.at < sequenceTime ? first.key : null;
  const run = after === null ? null : scene.sequence(`${after} ${key}`);
  if (run !== null) return [other, { run }];
  const next = scene.firsts.has(key) ? { ...other, first: { key, at } } : other;
  return [next, { pass: { ...press, after } }];
}

/**
 * What is remembered after a press of the pointer, which moves the focus: what still waits for a screen, or for a part
 * of it, was not meant for what has the focus then, and is forgotten. A layer takes the focus when it comes. In a field
 * somebody is about to type.
 */
export function point({ kept }: KeyState, isField: boolean, coming: Scene['coming']): KeyState {
  return { first: null, kept: coming === 'layer' ? kept : [], isTyping: isField };
}

function hears({ level, isAlways = false }: Scope, press: Press, { isLayerOpen, areOn }: Scene): boolean {
  if (level === 'layer' || isLayerOpen) return level === 'layer';
  return level === 'field' || (isPlain(press) && !press.isInField && (areOn || isAlways));
}

/** What a key does that nothing on the page has taken: what the first scope says that knows it. */
export function commandOf(scopes: Iterable<Scope>, press: Press, scene: Scene): (() => void) | null {
  const rank = ({ level }: Scope) => levels.indexOf(level);
  // Those of one level stay in the order in which they were opened.
  for (const scope of [...scopes].sort((one, other) => rank(one) - rank(other))) {
    const command = hears(scope, press, scene) ? scope.read(press) : null;
    if (command !== null) return command;
  }
  return null;
}
