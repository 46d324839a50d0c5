import { factory } from '@/testing/factories';
import { baseOf, checkEditBy, isUnchanged, readEdit, requestOf } from './editValues';

const document = factory.document({
  category: 'SITE',
  version: 4,
  content: '  Indented.\n',
  clearanceLevel: 2,
  files: [{ fileId: 'a', name: 'a.md', size: 1, kind: 'file', width: null, height: null }],
});
const base = baseOf(document);

test.each<[Partial<typeof base.values>, Record<string, string>]>([
  [{}, {}],
  [{ title: ' ' }, { title: 'Title and category are required' }],
  [{ category: '' }, { category: 'Title and category are required' }],
  [{ content: '' }, {}],
  [{ title: 'x'.repeat(201) }, { title: 'Title must be at most 200 characters' }],
  [{ level: '4' }, { level: 'You can propose up to level 3' }],
  [
    { changeDescription: 'a\nb' },
    { changeDescription: 'The description must not contain control characters: character 2 is U+000A' },
  ],
])('%j has the problems %j', (over, problems) => {
  expect(checkEditBy(3, base.values.content)({ ...base.values, ...over })).toEqual(problems);
});

test('a document that is longer than new ones may stay as long', () => {
  const long = 'é'.repeat(200_001);
  const problems = (content: string) => checkEditBy(3, long)({ ...base.values, content });
  expect(problems(`${long.slice(1)}a`)).toEqual({});
  expect(problems(`${long}a`)).toEqual({ content: 'Content must be at most 200,001 characters' });
});

test('sending an edit trims its text and names the version it started from; unchanged content is sent as it is', () => {
  expect(requestOf({ ...base.values, title: ' New ', changeDescription: ' why ' }, base)).toEqual({
    title: 'New',
    category: 'SITE',
    clearanceLevel: 2,
    content: '  Indented.\n',
    changeDescription: 'why',
    files: ['a'],
    baseVersion: 4,
  });
  expect(requestOf({ ...base.values, content: '  More.\n' }, base).content).toBe('More.');
});

test.each<[Partial<typeof base.values>, boolean]>([
  [{}, true],
  [{ changeDescription: 'why' }, true],
  [{ title: ` ${base.values.title} ` }, true],
  [{ level: '1' }, false],
  [{ content: 'More.' }, false],
  [{ files: [] }, false],
  [{ files: base.values.files.map((file) => ({ ...file, key: 'other' })) }, true],
])('%j leaves the document as it is: %p', (over, unchanged) => {
  expect(isUnchanged({ ...base.values, ...over }, base)).toBe(unchanged);
});

test.each([null, 3, {}, { base: { version: '4' } }, { base: { version: 4 }, values: {} }])(
  'stored %j is no edit',
  (stored) => {
    expect(readEdit(stored, document)).toBeNull();
  },
);
