/** What the user typed for a field that is still loading. */
export interface TypedAhead {
  readonly text: string;
  /** Whether Enter followed. What was pressed after it is dropped. */
  readonly entered: boolean;
}

const nothing: TypedAhead = { text: '', entered: false };

let typed = nothing;

/** Discards what was typed. */
export function resetTypedAhead(): void {
  typed = nothing;
}

/** Answers what was typed, once. */
export function takeTypedAhead(): TypedAhead {
  const taken = typed;
  typed = nothing;
  return taken;
}

/** Keeps a key press for the field. Answers whether it is kept; shortcuts and keys that move are not. */
export function typeAhead({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || isComposing) return false;
  if (key === 'Enter') typed = { ...typed, entered: true };
  else if (typed.entered) return Array.from(key).length === 1 || key === 'Backspace';
  else if (key === 'Backspace') typed = { ...typed, text: Array.from(typed.text).slice(0, -1).join('') };
  else if (Array.from(key).length !== 1) return false;
  else typed = { ...typed, text: typed.text + key };
  return true;
}
