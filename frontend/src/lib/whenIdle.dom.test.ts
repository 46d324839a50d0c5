import { whenIdle } from './whenIdle';

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(window, 'requestIdleCallback');
  Reflect.deleteProperty(window, 'cancelIdleCallback');
});

test('a browser that cannot tell when it is idle does it after a while', () => {
  const work = jest.fn();
  whenIdle(work);
  jest.advanceTimersByTime(999);
  expect(work).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledTimes(1);
});

test('what is left is not done', () => {
  const work = jest.fn();
  whenIdle(work)();
  jest.advanceTimersByTime(10_000);
  expect(work).not.toHaveBeenCalled();
});

test('a browser that can tell is asked, and told when it is left', () => {
  const cancel = jest.fn();
  const ask = jest.fn<number, [() => void, object]>(() => 7);
  Object.assign(window, { requestIdleCallback: ask, cancelIdleCallback: cancel });
  const leave = whenIdle(() => undefined);
  expect(ask).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1000);
  expect(ask.mock.calls[0]?.[1]).toEqual({ timeout: 3000 });
  leave();
  expect(cancel).toHaveBeenCalledWith(7);
});
