import { clearDraft, readDraft, writeDraft } from './draft';

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
  clearDraft('u1');
  expect(readDraft('u1')).toEqual(empty);
});

test.each(['', '{', 'null', '3', '{"values":3,"file":"x"}', '{"values":{"title":3},"file":{"name":"x"}}'])(
  'stored text %p is no draft',
  (stored) => {
    sessionStorage.setItem('facility.submission.u1', stored);
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
  clearDraft('u1');
  expect(readDraft('u1')).toEqual(empty);
  for (const spy of spies) spy.mockRestore();
});
