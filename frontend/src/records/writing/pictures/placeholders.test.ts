import {
  applyEdits,
  complete,
  countUndescribed,
  describe as described,
  descriptionIn,
  isPlaced,
  nextNumber,
  pictureOf,
  placeholderName,
  placeholderOf,
  removal,
} from './placeholders';

const id = '8c20e1aa-0000-4000-8000-000000000001';
const name = 'slate.png';

test('a placeholder gives way to its file wherever it is', () => {
  const text = `One\n\n> ${placeholderOf(name, 2)} two ![a](uploading:12)`;
  expect(applyEdits(text, complete(text, 2, name, id))).toBe(
    `One\n\n> ![](file:${id}) two ![a](uploading:12)`,
  );
});

test.each([
  ['a description typed in the text', '![The slate](uploading:1)', `![The slate](file:${id})`],
  ['a width', '![slate.png|240](uploading:1)', `![|240](file:${id})`],
  ['a description and a width', '![The slate|240](uploading:1)', `![The slate|240](file:${id})`],
  ['escaped brackets', String.raw`![a \[b\]](uploading:1)`, String.raw`![a \[b\]](file:${id})`],
  ['brackets', '![a [b] c](uploading:1)', `![a [b] c](file:${id})`],
  ['copies', '![slate.png](uploading:1)![x](uploading:1)', `![](file:${id})![x](file:${id})`],
  ['another picture before it', `![a] ![b](uploading:1)`, `![a] ![b](file:${id})`],
])('a placeholder with %s keeps them', (_what, text, after) => {
  expect(applyEdits(text, complete(text, 1, name, id))).toBe(after);
});

test.each([
  '',
  'slate.png',
  '[slate.png](uploading:1)',
  '![slate.png](uploading:11)',
  '![a\nb](uploading:1)',
])('nothing is inserted into %p, which does not have the placeholder', (text) => {
  expect(complete(text, 1, name, id)).toEqual([]);
  expect(isPlaced(text, 'uploading:1')).toBe(false);
});

test('a new placeholder has a number that no other has, also none of an earlier visit', () => {
  expect(nextNumber('', 0)).toBe(1);
  expect(nextNumber('', 3)).toBe(4);
  expect(nextNumber('![a](uploading:7) ![b](uploading:2)', 3)).toBe(8);
});

test.each([
  ['slate.png', 'slate.png'],
  ['my [best] *slate*|240.png', 'my best slate 240.png'],
  ['a\nb.png', 'a b.png'],
  ['[]', 'picture'],
])('the file name %p becomes the words %p', (file, words) => {
  expect(placeholderName(file)).toBe(words);
});

describe('description', () => {
  const write = (text: string, source: string, description: string) =>
    applyEdits(text, described(text, source, description, name));

  test.each(['The slate', 'a [b] c', String.raw`a \ b`, '*six* `code` <b>', 'a ](file:x) b', '![a](b)'])(
    '%p is the same beside the text and in it',
    (description) => {
      const text = write(`Before ![](file:${id}) after`, `file:${id}`, description);
      expect(descriptionIn(text, `file:${id}`, name)).toBe(description);
      expect(text).toMatch(/^Before !\[.*\]\(file:[-\w]+\) after$/);
    },
  );

  test('the name in a placeholder is not a description, but it is one beside a file', () => {
    expect(descriptionIn(placeholderOf(name, 1), 'uploading:1', name)).toBe('');
    expect(descriptionIn(`![${name}](file:${id})`, `file:${id}`, name)).toBe(name);
    expect(descriptionIn('', 'uploading:1', name)).toBeNull();
  });

  test('a description that is removed leaves the name in a placeholder and nothing beside a file', () => {
    expect(write('![The slate|240](uploading:1)', 'uploading:1', '')).toBe('![slate.png|240](uploading:1)');
    expect(write(`![The slate|240](file:${id})`, `file:${id}`, '')).toBe(`![|240](file:${id})`);
  });

  test('a description that is typed keeps the width', () => {
    expect(write('![slate.png|240](uploading:1)', 'uploading:1', 'The slate')).toBe(
      '![The slate|240](uploading:1)',
    );
  });

  test('pictures without a description are counted, uploads are not', () => {
    expect(countUndescribed(`![](file:${id}) ![|240](file:${id}) ![a](file:${id}) ![](uploading:1)`)).toBe(2);
  });
});

test('a picture that is taken out leaves no empty line of its own', () => {
  const without = (text: string) => applyEdits(text, removal(text, 'uploading:1'));
  expect(without('One\n![a](uploading:1)\ntwo')).toBe('One\ntwo');
  expect(without('One ![a](uploading:1) two')).toBe('One  two');
  expect(without('![a](uploading:1)')).toBe('');
});

test('a picture is written with its description', () => {
  expect(pictureOf('a [b]', id)).toBe(String.raw`![a \[b\]](file:${id})`);
});
