import { fileAt } from './attachedFiles';
import { fileSegments, haveFilesChanged } from './fileSegments';

const files = (names: string) =>
  names.split(' ').flatMap((name) => (name === '' ? [] : [fileAt(`/objects/${name}`, name)]));

const signs = { same: '', removed: '-', added: '+' };

test.each([
  ['', '', '', false],
  ['', 'a', '+a', true],
  ['a', '', '-a', true],
  ['a b', 'b', '-a, b', true],
  ['a', 'b', '-a, +b', true],
  ['a', 'a b', 'a, +b', true],
  ['a b', 'b a', 'b, a', false],
])('the files %p and then %p are compared as %p', (before, after, expected, hasChanged) => {
  const segments = fileSegments(files(before), files(after));
  expect(segments.map(({ kind, text }) => signs[kind] + text).join('')).toBe(expected);
  expect(haveFilesChanged(segments)).toBe(hasChanged);
});
