import { waitsFor, bufferTime, type KeyBuffer, type KeyState, type Press, type PageState } from './hear';
import { keyTime } from './keyTime';
import { dialogs } from './dialogs';

/**
 * Delay between two replayed keys, in milliseconds: each key may open something that the following keys are buffered
 * for.
 */
const pace = 10;

/** The next buffered key if it can be replayed now, and the remaining state. */
export function release(
  state: KeyState,
  at: number,
  loading: PageState['loading'],
): readonly [KeyState, Press | null] {
  const [next, ...buffered] = state.buffered;
  if (next === undefined || loading === 'late' || at - next.at > bufferTime)
    return [{ ...state, buffered: [] }, null];
  return !waitsFor(loading, next) ? [{ ...state, buffered }, next] : [state, null];
}

const buttons = 'button, summary, input:is([type="button"], [type="submit"], [type="reset"])';

const boxes = 'input:is([type="checkbox"], [type="radio"])';

const stops = 'a[href], button, input, select, textarea, summary, [tabindex]';

/** Moves the focus as Tab does: to the next tab stop after an element, within its dialog. */
function moveFocus(place: Element, isBack: boolean): void {
  const within = place.closest(dialogs) ?? document;
  const found = [...within.querySelectorAll<HTMLElement>(stops)].filter(
    (stop) =>
      stop.tabIndex >= 0 && !stop.matches(':disabled') && stop.checkVisibility({ visibilityProperty: true }),
  );
  const isAt = (where: number) => (stop: Element) => (place.compareDocumentPosition(stop) & where) !== 0;
  const next = isBack
    ? found.findLast(isAt(Node.DOCUMENT_POSITION_PRECEDING))
    : found.find(isAt(Node.DOCUMENT_POSITION_FOLLOWING));
  next?.focus();
}

/** Submits the form of a field as Enter does: with its button, and not if that is disabled. */
function submitForm({ form }: HTMLInputElement): void {
  const button = [...(form?.elements ?? [])].find(
    (element) => element instanceof HTMLButtonElement && element.type === 'submit',
  ) as HTMLButtonElement | undefined;
  if (button) button.click();
  else form?.requestSubmit();
}

/** Changes the text of a field as typing does: with undo, the length limit and events. */
function edit(key: string): void {
  const texts: Readonly<Record<string, string>> = { Enter: '\n', Backspace: '' };
  const text = texts[key] ?? key;
  // There is no replacement for it: setting the value supports neither undo nor the limit nor events.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  if (Array.from(text).length < 2) document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
}

function isPress(target: Element, key: string): boolean {
  if (key === 'Enter') return target.matches(`a, ${buttons}`);
  return key === ' ' && target.matches(`${buttons}, ${boxes}`);
}

/** Performs the browser's default action for an unhandled key at the focused element. */
function performDefault(target: HTMLElement, { key, modifiers }: Press): void {
  if (key === 'Tab') moveFocus(target, modifiers === 'shift');
  else if (isPress(target, key)) target.click();
  else if (target instanceof HTMLInputElement && key === 'Enter') submitForm(target);
  else if (target.matches('input, textarea') && !target.matches(`${buttons}, ${boxes}`)) edit(key);
}

/** Replays a buffered key to the focused element. */
function replay(press: Press): void {
  const { key, modifiers } = press;
  const target = document.activeElement instanceof HTMLElement ? document.activeElement : document.body;
  const event = new KeyboardEvent('keydown', {
    key,
    ctrlKey: modifiers === 'ctrl',
    metaKey: modifiers === 'meta',
    shiftKey: modifiers === 'shift',
    bubbles: true,
    cancelable: true,
  });
  if (target.dispatchEvent(event)) performDefault(target, press);
}

/** Replays the next buffered key if possible. Returns whether it did. */
function replayNext(buffer: KeyBuffer): boolean {
  const [next, press] = release(buffer.state, keyTime(), buffer.currentPage().loading);
  const isDropped = press === null && buffer.state.buffered.length > next.buffered.length;
  buffer.state = next;
  buffer.replayed = press;
  if (press !== null) replay(press);
  else if (isDropped) buffer.onDropped();
  buffer.replayed = null;
  return press !== null;
}

/** Replays what is possible at once, before something else moves the focus away from the intended element. */
export function replayNow(buffer: KeyBuffer): void {
  while (replayNext(buffer));
}

/** Replays all buffered keys in order, as soon as nothing is loading any longer. */
export async function replayAll(buffer: KeyBuffer): Promise<void> {
  if (buffer.isReplaying) return;
  buffer.isReplaying = true;
  while (buffer.state.buffered.length > 0) {
    replayNext(buffer);
    await new Promise((resolve) => setTimeout(resolve, pace));
  }
  buffer.isReplaying = false;
}
