import { titleOf } from './takeText';

test.each([
  ['# The lantern\n\nIt was lit.', 'log.docx', 'The lantern'],
  ['It was lit.\n\n## Standing advice ##\n', 'log.docx', 'Standing advice'],
  ['It was lit.', 'watch log.14.docx', 'watch log.14'],
  ['#no heading', 'notes', 'notes'],
])('the title of %p in %p is %p', (text, name, expected) => {
  expect(titleOf(text, name)).toBe(expected);
});

test('a long heading is shortened to a title', () => {
  const title = titleOf(`# ${'word '.repeat(60)}`, 'a.md');
  expect(title.length).toBeLessThanOrEqual(200);
  expect(title).toMatch(/word…$/);
});
