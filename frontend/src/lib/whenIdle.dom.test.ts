import { whenIdle } from './whenIdle';

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(window, 'requestIdleCallback');
  Reflect.deleteProperty(window, 'cancelIdleCallback');
});

test('without requestIdleCallback the work runs after a delay', () => {
  const work = jest.fn();
  whenIdle(work);
  jest.advanceTimersByTime(999);
  expect(work).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledTimes(1);
});

test('cancelled work does not run', () => {
  const work = jest.fn();
  whenIdle(work)();
  jest.advanceTimersByTime(10_000);
  expect(work).not.toHaveBeenCalled();
});

test('with requestIdleCallback the work is scheduled and cancelled there', () => {
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
