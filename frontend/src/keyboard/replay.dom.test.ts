import { replayAll } from './replay';
import { bufferTime, startState, type KeyBuffer, type Press } from './hear';
import { keyTime } from './keyTime';

const onDropped = jest.fn();

/** Replays keys to the focused element, as if nothing were loading any longer. `+` before a key means Shift. */
async function give(...keys: readonly string[]): Promise<void> {
  await giveAfter(0, ...keys);
}

/** Replays keys that were buffered for `age` milliseconds. */
async function giveAfter(age: number, ...keys: readonly string[]): Promise<void> {
  const buffered = keys.map((key): Press => ({
    key: key.replace(/^\+/, ''),
    at: keyTime() - age,
    isRepeat: false,
    modifiers: key.startsWith('+') ? 'shift' : '',
    isInField: false,
    after: null,
    isReplayed: false,
  }));
  const keeper: KeyBuffer = {
    state: { ...startState, buffered },
    isReplaying: false,
    replayed: null,
    onDropped,
    currentPage: () => ({
      loading: null,
      isLayerOpen: false,
      areOn: true,
      firsts: new Set(),
      sequence: () => null,
    }),
  };
  await replayAll(keeper);
  expect(keeper.state.buffered).toEqual([]);
}

/** Shows a page and returns a list that collects the ids of clicked and submitted elements. */
function show(html: string, focused: string): readonly string[] {
  document.body.innerHTML = html;
  document.querySelector<HTMLElement>(focused)?.focus();
  const done: string[] = [];
  for (const type of ['click', 'submit'])
    document.body.addEventListener(type, (event) => {
      event.preventDefault();
      done.push(`${type} ${(event.target as Element).id}`);
    });
  return done;
}

const focused = () => document.activeElement?.id;

// Removes the listeners of the page.
beforeEach(() => {
  document.documentElement.replaceChild(document.createElement('body'), document.body);
});

test('replayed text is typed into the field, with corrections', async () => {
  show('<input id="field">', '#field');
  await give('a', 'b', 'x', 'Backspace', ' ', 'c');
  expect(document.querySelector('input')).toHaveValue('ab c');
});

test('Enter in a field submits its form once, with its button', async () => {
  const done = show('<form id="form"><input id="field"><button id="send">Send</button></form>', '#field');
  await give('Enter');
  expect(done).toEqual(['click send']);
});

test('Enter does not submit a form whose submit button is disabled', async () => {
  const done = show('<form id="form"><input id="field"><button disabled>Send</button></form>', '#field');
  await give('Enter');
  expect(done).toEqual([]);
});

test('Enter submits a form without a button', async () => {
  const done = show('<form id="form"><input id="field"></form>', '#field');
  await give('Enter');
  expect(done).toEqual(['submit form']);
});

test('Enter in a multi-line text inserts a line break', async () => {
  show('<textarea id="field"></textarea>', '#field');
  await give('a', 'Enter', 'b');
  expect(document.querySelector('textarea')).toHaveValue('a\nb');
});

test.each([
  ['Enter', '<a id="it" href="/x">x</a>', ['click it']],
  [' ', '<a id="it" href="/x">x</a>', []],
  ['Enter', '<button id="it">x</button>', ['click it']],
  [' ', '<button id="it">x</button>', ['click it']],
  [' ', '<input id="it" type="checkbox">', ['click it']],
  ['Enter', '<input id="it" type="checkbox">', []],
  ['x', '<button id="it">x</button>', []],
  ['Enter', '<h1 id="it" tabindex="-1">x</h1>', []],
])('%p on %p', async (key, html, expected) => {
  const done = show(html, '#it');
  await give(key);
  expect(done).toEqual(expected);
});

test('a key that a listener handles has no other effect', async () => {
  const done = show('<button id="it">x</button>', '#it');
  // A part of the page that handles the key.
  // eslint-disable-next-line no-restricted-syntax
  document.body.addEventListener('keydown', (event) => event.preventDefault());
  await give('Enter');
  expect(done).toEqual([]);
});

test('Tab moves on from the focused element, and back with Shift', async () => {
  show(
    '<a id="a" href="/">a</a><h1 id="h" tabindex="-1">h</h1><button disabled>b</button><input id="c"><a id="d" href="/">d</a>',
    '#h',
  );
  await give('Tab');
  expect(focused()).toBe('c');
  await give('Tab', '+Tab', '+Tab');
  expect(focused()).toBe('a');
});

test('Tab stays in its dialog', async () => {
  show('<div role="dialog"><button id="a">a</button></div><button id="b">b</button>', '#a');
  await give('Tab');
  expect(focused()).toBe('a');
});

test('keys that waited too long have no effect, which is reported once', async () => {
  const done = show('<button id="one">One</button>', '#one');
  await give('Enter');
  expect(onDropped).not.toHaveBeenCalled();
  await giveAfter(bufferTime + 1, 'Enter', 'Enter');
  expect(done).toEqual(['click one']);
  expect(onDropped).toHaveBeenCalledTimes(1);
});
