import { attemptKey, draftSent, emptyDraft, readDraft, writeDraft } from './draft';

const draft = {
  values: { title: 'The lighthouse', category: 'ENTITY', content: 'It\nanswers.', release: '' },
  file: { name: 'log.txt', path: '/objects/1' },
  lostFile: null,
};

afterEach(() => {
  sessionStorage.clear();
});

test('a kept draft is read by the user who typed it, and by nobody else', () => {
  writeDraft('u1', draft);
  expect(readDraft('u1')).toEqual(draft);
  expect(readDraft('u2')).toEqual(emptyDraft);
  writeDraft('u1', emptyDraft);
  expect(readDraft('u1')).toEqual(emptyDraft);
});

test.each(['', '{', 'null', '3', '{"values":3,"file":"x"}', '{"values":{"title":3},"file":{"name":"x"}}'])(
  'stored text %p reads as an empty draft',
  (stored) => {
    sessionStorage.setItem('facility.draft.u1.submission', stored);
    expect(readDraft('u1')).toEqual(emptyDraft);
  },
);

test('a browser without storage reads an empty draft', () => {
  const refuse = () => {
    throw new Error('blocked');
  };
  const spies = (['getItem', 'setItem', 'removeItem'] as const).map((name) =>
    jest.spyOn(Storage.prototype, name).mockImplementation(refuse),
  );
  writeDraft('u1', draft);
  draftSent('u1', draft);
  expect(readDraft('u1')).toEqual(emptyDraft);
  for (const spy of spies) spy.mockRestore();
});

test('the same body has the same key until it has been sent; another body has another key', () => {
  const body = { title: 'The lighthouse' };
  const key = attemptKey('u1', body);
  expect(key).toMatch(/^[0-9a-f]{32}$/);
  expect(attemptKey('u1', body)).toBe(key);
  expect(attemptKey('u2', body)).not.toBe(key);
  const other = attemptKey('u1', { title: 'Another' });
  expect(other).not.toBe(key);
  writeDraft('u1', draft);
  draftSent('u1', draft);
  expect(readDraft('u1')).toEqual(emptyDraft);
  expect(attemptKey('u1', { title: 'Another' })).not.toBe(other);
});
