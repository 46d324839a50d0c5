import { discardDraft, keepDraft, onDiscard, readDraft } from './drafts';

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
