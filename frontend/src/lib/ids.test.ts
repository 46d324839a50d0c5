import { parseDocumentReference, shortId } from './ids';

const id = '3fa9c1d0-7b1e-7c2a-9f00-0123456789ab';

test.each([
  ['SUB', 6, 'SUB-3FA9C1'],
  ['DOC', 6, 'DOC-3FA9C1'],
  ['EDIT', 6, 'EDIT-3FA9C1'],
  ['USR', 8, 'USR-3FA9C1D0'],
] as const)('%s with %d characters', (prefix, length, expected) => {
  expect(shortId(prefix, id, length)).toBe(expected);
});

test.each([
  ['DOC-3FA9C1', '3fa9c1'],
  ['doc-3fa9c1d0', '3fa9c1d0'],
  [' 3FA9C1 ', '3fa9c1'],
  [id, id],
  ['DOC-', null],
  ['3fa9', null],
  ['lighthouse', null],
  ['', null],
])('%p means %p', (text, expected) => {
  expect(parseDocumentReference(text)).toBe(expected);
});
