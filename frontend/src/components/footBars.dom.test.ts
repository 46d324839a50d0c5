import { footBar, watchFootBars } from './footBars';

/** The window of the tests is 768 pixels high. */
const height = window.innerHeight;

/** A bar at this position, in pixels from the bottom of the window. */
function bar(from: number, to: number): HTMLElement {
  const element = document.createElement('div');
  element.getBoundingClientRect = () => new DOMRect(0, height - to, 100, to - from);
  return element;
}

const foot = () => document.documentElement.style.getPropertyValue('--foot');

test('the highest bar at the bottom of the window counts while it is on the page', () => {
  const leaveFirst = footBar(bar(32, 96));
  const stop = watchFootBars();
  expect(foot()).toBe('96px');
  const leaveSecond = footBar(bar(57, 199));
  expect(foot()).toBe('199px');
  leaveSecond?.();
  expect(foot()).toBe('96px');
  leaveFirst?.();
  expect(foot()).toBe('0px');
  stop();
  expect(foot()).toBe('');
});

test('bars further up, below the window or hidden do not count', () => {
  const leave = [bar(200, 260), bar(-80, -20), bar(10, 10)].map(footBar);
  const stop = watchFootBars();
  expect(foot()).toBe('0px');
  stop();
  for (const one of leave) one?.();
});

test('a bar that scrolls up no longer counts', () => {
  const moved = bar(32, 96);
  const leave = footBar(moved);
  const stop = watchFootBars();
  moved.getBoundingClientRect = () => new DOMRect(0, height - 300, 100, 64);
  window.dispatchEvent(new Event('scroll'));
  expect(foot()).toBe('0px');
  stop();
  leave?.();
});
