import { attemptKey, draftSent, readDraft, writeDraft } from './draft';

const draft = {
  values: { title: 'The lighthouse', category: 'ENTITY', content: 'It\nanswers.' },
  file: { name: 'log.txt', path: '/objects/1' },
};
const empty = { values: { title: '', category: '', content: '' }, file: null };

afterEach(() => {
  sessionStorage.clear();
});

test('what was kept comes back, to the operator who typed it', () => {
  writeDraft('u1', draft);
  expect(readDraft('u1')).toEqual(draft);
  expect(readDraft('u2')).toEqual(empty);
  writeDraft('u1', empty);
  expect(readDraft('u1')).toEqual(empty);
});

test.each(['', '{', 'null', '3', '{"values":3,"file":"x"}', '{"values":{"title":3},"file":{"name":"x"}}'])(
  'stored text %p is no draft',
  (stored) => {
    sessionStorage.setItem('facility.draft.u1.submission', stored);
    expect(readDraft('u1')).toEqual(empty);
  },
);

test('a browser that keeps nothing is no fault', () => {
  const refuse = () => {
    throw new Error('blocked');
  };
  const spies = (['getItem', 'setItem', 'removeItem'] as const).map((name) =>
    jest.spyOn(Storage.prototype, name).mockImplementation(refuse),
  );
  writeDraft('u1', draft);
  draftSent('u1', draft);
  expect(readDraft('u1')).toEqual(empty);
  for (const spy of spies) spy.mockRestore();
});

test('an attempt keeps its key until it has been sent or says something else', () => {
  const body = { title: 'The lighthouse' };
  const key = attemptKey('u1', body);
  expect(key).toMatch(/^[0-9a-f]{32}$/);
  expect(attemptKey('u1', body)).toBe(key);
  expect(attemptKey('u2', body)).not.toBe(key);
  const other = attemptKey('u1', { title: 'Another' });
  expect(other).not.toBe(key);
  writeDraft('u1', draft);
  draftSent('u1', draft);
  expect(readDraft('u1')).toEqual(empty);
  expect(attemptKey('u1', { title: 'Another' })).not.toBe(other);
});
