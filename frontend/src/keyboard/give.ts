import { isFor, patience, type Keeper, type KeyState, type Press, type Scene } from './hear';
import { keyTime } from './keyTime';
import { dialogs } from './dialogs';

/** Milliseconds from one key to the next: each may ask for something else, for which the next ones are kept. */
const pace = 10;

/** The next kept key that can be given now, and what is remembered then. */
export function release(
  state: KeyState,
  at: number,
  coming: Scene['coming'],
): readonly [KeyState, Press | null] {
  const [next, ...kept] = state.kept;
  if (next === undefined || coming === 'late' || at - next.at > patience)
    return [{ ...state, kept: [] }, null];
  return !isFor(coming, next) ? [{ ...state, kept }, next] : [state, null];
}

const buttons = 'button, summary, input:is([type="button"], [type="submit"], [type="reset"])';

const boxes = 'input:is([type="checkbox"], [type="radio"])';

const stops = 'a[href], button, input, select, textarea, summary, [tabindex]';

/** Moves the focus as Tab does: to the next stop after a place, within its dialog. */
function goOn(place: Element, isBack: boolean): void {
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

/** Sends the form of a field, as Enter does: with its button, and not while that is disabled. */
function send({ form }: HTMLInputElement): void {
  const button = [...(form?.elements ?? [])].find(
    (element) => element instanceof HTMLButtonElement && element.type === 'submit',
  ) as HTMLButtonElement | undefined;
  if (button) button.click();
  else form?.requestSubmit();
}

/** Changes the text of a field as typing does: with the field's own history, limit of length and events. */
function edit(key: string): void {
  const texts: Readonly<Record<string, string>> = { Enter: '\n', Backspace: '' };
  const text = texts[key] ?? key;
  // Nothing has replaced it: a value that is set has no history, no limit and no events.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  if (Array.from(text).length < 2) document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
}

function isPress(target: Element, key: string): boolean {
  if (key === 'Enter') return target.matches(`a, ${buttons}`);
  return key === ' ' && target.matches(`${buttons}, ${boxes}`);
}

/** What a browser does with a key that nothing has taken, where the focus is. */
function act(target: HTMLElement, { key, modifiers }: Press): void {
  if (key === 'Tab') goOn(target, modifiers === 'shift');
  else if (isPress(target, key)) target.click();
  else if (target instanceof HTMLInputElement && key === 'Enter') send(target);
  else if (target.matches('input, textarea') && !target.matches(`${buttons}, ${boxes}`)) edit(key);
}

/** Presses a key that was kept, for what has the focus now. */
function give(press: Press): void {
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
  if (target.dispatchEvent(event)) act(target, press);
}

/** Gives the next key that is kept, if it can be given now. Answers whether it did. */
function giveNext(keeper: Keeper): boolean {
  const [next, press] = release(keeper.state, keyTime(), keeper.sceneNow().coming);
  const isDropped = press === null && keeper.state.kept.length > next.kept.length;
  keeper.state = next;
  keeper.given = press;
  if (press !== null) give(press);
  else if (isDropped) keeper.onDropped();
  keeper.given = null;
  return press !== null;
}

/** Gives at once what can be given, before something else moves the focus away from what it was typed for. */
export function giveAtOnce(keeper: Keeper): void {
  while (giveNext(keeper));
}

/** Gives all that is kept, one key after the other, as soon as nothing is coming any longer. */
export async function giveAll(keeper: Keeper): Promise<void> {
  if (keeper.isGiving) return;
  keeper.isGiving = true;
  while (keeper.state.kept.length > 0) {
    giveNext(keeper);
    await new Promise((resolve) => setTimeout(resolve, pace));
  }
  keeper.isGiving = false;
}
