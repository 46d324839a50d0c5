/** Milliseconds within which a second key completes a sequence such as `g d`. */
export const sequenceTime = 1000;

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
}

/** What is on the page, or was asked for, when a key is pressed. */
export interface Scene {
  /** What was asked for last and is not there yet. */
  readonly coming: 'layer' | 'screen' | null;
  readonly isLayerOpen: boolean;
  /** Whether single-key shortcuts are on. */
  readonly areOn: boolean;
  /** The keys with which sequences begin. */
  readonly firsts: ReadonlySet<string>;
  /** What a sequence such as `g d` does here; `null` for nothing. */
  readonly sequence: (keys: string) => (() => void) | null;
}

/** What is remembered from one key to the next. Nothing but keys and time changes it: no navigation, no news, no render. */
export interface KeyState {
  /** The first key of what may become a sequence. */
  readonly first: { readonly key: string; readonly at: number } | null;
}

export const startState: KeyState = { first: null };

/** The levels of scopes, in the order in which they are asked. */
const levels = ['layer', 'field', 'screen', 'shell'] as const;

/**
 * Something that gives keys a meaning while it is on the page. A scope of a layer hears every key, one of a field all that
 * no layer has, and those of a screen and of the shell only single keys outside of fields.
 */
export interface Scope {
  readonly level: (typeof levels)[number];
  /** It hears single keys even while shortcuts are off. */
  readonly isAlways?: boolean;
  /** What a key does; `null` if it means nothing here. */
  readonly read: (press: Press) => (() => void) | null;
}

/**
 * What becomes of a key before anything else hears it. `run`: it completes a sequence. `pass`: it goes to what has the focus,
 * and then to the scopes. Neither: it is held, since it is not for what is on the page.
 */
export interface Verdict {
  readonly run?: () => void;
  readonly pass?: Press;
}

const isCharacter = (key: string) => Array.from(key).length === 1;

/** Whether a key is pressed by itself. Shift is part of a character. */
const isPlain = ({ modifiers }: Press) => modifiers === '' || modifiers === 'shift';

function isHeld(press: Press, coming: Scene['coming']): boolean {
  if (coming === null || !isPlain(press)) return false;
  const { key } = press;
  // A screen that is left takes no decision. Keys of the shell still work: they may ask for another screen.
  return key === 'Enter' || (coming === 'layer' ? isCharacter(key) : key === ' ');
}

/** Whether a key is a single key of the page: what sequences are made of. */
function isSingle(press: Press, { isLayerOpen, coming, areOn }: Scene): boolean {
  if (!areOn || isLayerOpen || coming === 'layer') return false;
  return isCharacter(press.key) && isPlain(press) && !press.isInField;
}

/** Hears the next key: what becomes of it, and what is remembered. */
export function hear(state: KeyState, press: Press, scene: Scene): readonly [KeyState, Verdict] {
  const { key, at } = press;
  if (isHeld(press, scene.coming)) return [startState, {}];
  if (press.isRepeat || key === 'Shift') return [state, { pass: press }];
  if (!isSingle(press, scene)) return [startState, { pass: press }];
  const { first } = state;
  const after = first !== null && at - first.at < sequenceTime ? first.key : null;
  const run = after === null ? null : scene.sequence(`${after} ${key}`);
  if (run !== null) return [startState, { run }];
  return [{ first: scene.firsts.has(key) ? { key, at } : null }, { pass: { ...press, after } }];
}

function hears({ level, isAlways = false }: Scope, press: Press, scene: Scene): boolean {
  if (level === 'layer') return true;
  if (scene.isLayerOpen || scene.coming === 'layer') return false;
  if (level === 'field') return true;
  const isSingle = isPlain(press) && !press.isInField && (scene.areOn || isAlways);
  // The screen that is left hears nothing; the user means the next one.
  return isSingle && (level === 'shell' || scene.coming === null);
}

/** What a key does that nothing on the page has taken: what the first scope says that knows it. */
export function commandOf(scopes: Iterable<Scope>, press: Press, scene: Scene): (() => void) | null {
  const open = [...scopes].filter((scope) => hears(scope, press, scene));
  for (const level of levels) {
    for (const scope of open) {
      const command = scope.level === level ? scope.read(press) : null;
      if (command !== null) return command;
    }
  }
  return null;
}
