import { isLayerWanted, isScreenComing } from './keyHold';

/** Whether a dialog is on screen: it keeps the keyboard until it is answered. */
export function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
}

/** The second keys of sequences such as `g d`. They mean nothing else, whatever the screen does with the same key. */
const secondKeys = new WeakSet<KeyboardEvent>();

/** Marks a key press as the second one of a sequence. */
export function markSecondKey(event: KeyboardEvent): void {
  secondKeys.add(event);
}

/** Whether a key press completes a sequence. */
export function isSecondKey(event: KeyboardEvent): boolean {
  return secondKeys.has(event);
}

/** Whether the target of a key press takes text. */
export function isInField(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : null;
  return (
    (target?.closest(
      'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable="true"]',
    ) ?? null) !== null
  );
}

/** Whether a key press belongs to something else: a field, a layer that is open or was asked for, an input method, a browser shortcut. */
export function isKeyTaken(event: KeyboardEvent): boolean {
  return (
    event.defaultPrevented ||
    event.isComposing ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    isInField(event) ||
    isLayerWanted() ||
    isDialogOpen()
  );
}

/**
 * The same for a shortcut of one screen. It also yields to the second key of a sequence, and does nothing once another
 * screen was asked for: the user means that one.
 */
export function isScreenKeyTaken(event: KeyboardEvent): boolean {
  return isKeyTaken(event) || isSecondKey(event) || isScreenComing();
}
