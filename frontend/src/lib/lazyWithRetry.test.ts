import { lazyWithRetry } from './lazyWithRetry';
import { readStored } from './storage';

const gone = () => Promise.reject(new Error('gone'));

beforeEach(() => {
  localStorage.clear();
});

test('a page that loads leaves no trace', async () => {
  await expect(lazyWithRetry('home', () => Promise.resolve(7))).resolves.toBe(7);
  expect(readStored('reloadedFor')).toBeNull();
});

test('the first failure reloads, the second is thrown', async () => {
  const reload = jest.fn();
  void lazyWithRetry('home', gone, reload);
  await Promise.resolve();
  await Promise.resolve();
  expect(reload).toHaveBeenCalledTimes(1);
  await expect(lazyWithRetry('home', gone, reload)).rejects.toThrow('gone');
  expect(reload).toHaveBeenCalledTimes(1);
});
