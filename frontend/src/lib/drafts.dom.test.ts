import { keepDraft, longestWait, readDraft, writePause } from './drafts';

test('a draft belongs to one user and one name', () => {
  keepDraft('a', 'review.1', { comments: 'Well told' });
  expect(readDraft('a', 'review.1')).toEqual({ comments: 'Well told' });
  expect(readDraft('b', 'review.1')).toBeNull();
  expect(readDraft('a', 'review.2')).toBeNull();
  keepDraft('a', 'review.1', null);
  expect(readDraft('a', 'review.1')).toBeNull();
});

test('an unreadable stored text reads as no draft', () => {
  sessionStorage.setItem('facility.draft.a.x', '{');
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

  test('is written once after a pause in typing', () => {
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

  test('is written within a second if typing never pauses', () => {
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

  test('does not restore what was discarded before the pause', () => {
    keepDraft('a', 'long', 'three');
    keepDraft('a', 'long', null);
    jest.advanceTimersByTime(writePause);
    expect(stored()).toBeNull();
  });
});
