import { isKeyTaken } from './keyEvents';

function press(target: Element, init: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key: '1', bubbles: true, cancelable: true, ...init });
  target.dispatchEvent(event);
  return event;
}

afterEach(() => {
  document.body.replaceChildren();
});

test('a plain key on the page is free', () => {
  expect(isKeyTaken(press(document.body))).toBe(false);
});

test.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { isComposing: true }])(
  '%p is taken',
  (init) => {
    expect(isKeyTaken(press(document.body, init))).toBe(true);
  },
);

test.each(['input', 'textarea', 'select'])('a key typed into a %s is taken', (tag) => {
  const field = document.body.appendChild(document.createElement(tag));
  expect(isKeyTaken(press(field))).toBe(true);
});

test('everything is taken while a dialog is open', () => {
  document.body.appendChild(document.createElement('div')).setAttribute('role', 'alertdialog');
  expect(isKeyTaken(press(document.body))).toBe(true);
});
