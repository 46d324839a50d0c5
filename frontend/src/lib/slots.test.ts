import { fakeLocks } from '@/testing/indexedDb';
import { claimSlot, withFreeSlot } from './slots';

afterEach(() => {
  Object.defineProperty(navigator, 'locks', { configurable: true, value: undefined });
  Reflect.deleteProperty(navigator, 'locks');
});

test('a text that a window is writing is left alone until it is released', async () => {
  fakeLocks();
  const act = jest.fn(() => Promise.resolve());
  const release = claimSlot('s1');
  await withFreeSlot('s1', act);
  expect(act).not.toHaveBeenCalled();
  await withFreeSlot('s2', act);
  expect(act).toHaveBeenCalledTimes(1);
  release();
  await new Promise((resolve) => setTimeout(resolve));
  await withFreeSlot('s1', act);
  expect(act).toHaveBeenCalledTimes(2);
});

test('a claim that was given up while it waited holds nothing', async () => {
  fakeLocks();
  const first = claimSlot('s1');
  const second = claimSlot('s1');
  second();
  first();
  await new Promise((resolve) => setTimeout(resolve));
  const act = jest.fn(() => Promise.resolve());
  await withFreeSlot('s1', act);
  expect(act).toHaveBeenCalledTimes(1);
});

test('without locks every text is free', async () => {
  const act = jest.fn(() => Promise.resolve());
  claimSlot('s1')();
  await withFreeSlot('s1', act);
  expect(act).toHaveBeenCalledTimes(1);
});
