import { fakeLocks } from '@/testing/indexedDb';
import { claimSlot, withFreeSlot } from './claims';

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

describe('without locks', () => {
  const name = 'facility.unsaved.s1';
  const lease = (page: string, age: number) =>
    localStorage.setItem(name, JSON.stringify({ page, at: Date.now() - age }));
  const isFree = async () => {
    const act = jest.fn(() => Promise.resolve());
    await withFreeSlot('s1', act);
    return act.mock.calls.length === 1;
  };

  afterEach(() => {
    localStorage.clear();
  });

  test('a text that this page is writing is left alone until it is released', async () => {
    const release = claimSlot('s1');
    expect(await isFree()).toBe(false);
    release();
    release();
    expect(await isFree()).toBe(true);
    expect(localStorage.getItem(name)).toBeNull();
  });

  test('a text that two forms of this page are writing is left alone until both release it', async () => {
    const first = claimSlot('s1');
    const second = claimSlot('s1');
    first();
    expect(await isFree()).toBe(false);
    second();
    expect(await isFree()).toBe(true);
  });

  test.each([
    ['has renewed lately', 60_000, false],
    ['has not renewed', 91_000, true],
    ['dates after this clock', -91_000, true],
  ])('a text that another page claims, which %s', async (_, age, expected) => {
    lease('another', age);
    expect(await isFree()).toBe(expected);
  });

  test('a claim of another page is not removed with one of this page', () => {
    const release = claimSlot('s1');
    lease('another', 0);
    release();
    expect(localStorage.getItem(name)).toContain('another');
  });

  test('claims are renewed, and given up when the page is left', () => {
    jest.useFakeTimers();
    const release = claimSlot('s1');
    window.dispatchEvent(new Event('pagehide'));
    expect(localStorage.getItem(name)).toBeNull();
    window.dispatchEvent(new Event('pageshow'));
    expect(localStorage.getItem(name)).not.toBeNull();
    release();
    jest.useRealTimers();
  });

  test('a browser without storage keeps the claims of this page', async () => {
    const set = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('The storage is blocked.');
    });
    const release = claimSlot('s1');
    expect(await isFree()).toBe(false);
    release();
    set.mockRestore();
  });
});
