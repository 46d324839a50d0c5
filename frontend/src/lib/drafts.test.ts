import { discardDraft, keepDraft, onDiscard, readDraft } from './drafts';

test('a draft is kept for one person and one name', () => {
  keepDraft('a', 'review.1', { comments: 'Well told' });
  expect(readDraft('a', 'review.1')).toEqual({ comments: 'Well told' });
  expect(readDraft('b', 'review.1')).toBeNull();
  expect(readDraft('a', 'review.2')).toBeNull();
  keepDraft('a', 'review.1', null);
  expect(readDraft('a', 'review.1')).toBeNull();
});

test('a draft that cannot be read is none', () => {
  sessionStorage.setItem('facility.draft.a.x', '{');
  expect(readDraft('a', 'x')).toBeNull();
});

test('discarding tells the forms that show the draft', () => {
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

test('what was typed after sending stays', () => {
  keepDraft('a', 'x', 'typed later');
  discardDraft('a', 'x', 'typed');
  expect(readDraft('a', 'x')).toBe('typed later');
  discardDraft('a', 'x', 'typed later');
  expect(readDraft('a', 'x')).toBeNull();
});
