import { discardDraft, keepDraft, longestWait, onDiscard, readDraft, writePause } from './drafts';

test('a draft is kept for one person and one name', () => {
  keepDraft('a', 'review.1', { comments: 'Well told' });
  expect(readDraft('a', 'review.1')).toEqual({ comments: 'Well told' });
  expect(readDraft('b', 'review.1')).toBeNull();
  expect(readDraft('a', 'review.2')).toBeNull();
  keepDraft('a', 'review.1', null);
  expect(readDraft('a', 'review.1')).toBeNull();
});

test('unreadable text in storage reads as no draft', () => {
  sessionStorage.setItem('facility.draft.a.x', '{');
  expect(readDraft('a', 'x')).toBeNull();
});

test('a discarded draft is removed from the forms that show it', () => {
  keepDraft('a', 'x', 'typed');
  const tell = jest.fn();
  const stop = onDiscard('a', 'x', tell);
  discardDraft('a', 'x');
  expect(readDraft('a', 'x')).toBeNull();
  expect(tell).toHaveBeenCalledWith(null);
  stop();
  discardDraft('a', 'x');
  expect(tell).toHaveBeenCalledTimes(1);
});

test('text typed after sending stays', () => {
  keepDraft('a', 'x', 'typed later');
  discardDraft('a', 'x', 'typed');
  expect(readDraft('a', 'x')).toBe('typed later');
  discardDraft('a', 'x', 'typed later');
  expect(readDraft('a', 'x')).toBeNull();
});

describe('storage', () => {
  const stored = () => sessionStorage.getItem('facility.draft.a.long');
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('is written once, after a pause in typing', () => {
    const written = jest.spyOn(Storage.prototype, 'setItem');
    for (const text of ['o', 'on', 'one']) {
      keepDraft('a', 'long', text);
      jest.advanceTimersByTime(writePause - 1);
    }
    expect(written).not.toHaveBeenCalled();
    expect(readDraft('a', 'long')).toBe('one');
    jest.advanceTimersByTime(1);
    expect(written).toHaveBeenCalledTimes(1);
    expect(stored()).toBe('"one"');
    written.mockRestore();
  });

  test('is written within a second although the typing never pauses', () => {
    for (let at = 0; at < longestWait; at += 100) {
      keepDraft('a', 'long', `typed at ${at}`);
      jest.advanceTimersByTime(100);
    }
    expect(stored()).toBe('"typed at 900"');
    keepDraft('a', 'long', 'typed on');
    jest.advanceTimersByTime(writePause - 1);
    expect(stored()).toBe('"typed at 900"');
    jest.advanceTimersByTime(1);
    expect(stored()).toBe('"typed on"');
  });

  test('is written when the page is left', () => {
    keepDraft('a', 'long', 'two');
    window.dispatchEvent(new Event('pagehide'));
    expect(stored()).toBe('"two"');
  });

  test('does not get back what was discarded before the pause', () => {
    keepDraft('a', 'long', 'three');
    discardDraft('a', 'long');
    jest.advanceTimersByTime(writePause);
    expect(stored()).toBeNull();
  });
});
