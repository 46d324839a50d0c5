import { parseDocumentLabel, parseDocumentReference, shortId } from './ids';

const id = '3fa9c1d0-7b1e-7c2a-9f00-0123456789ab';

test.each([
  ['SUB', 6, 'SUB-3FA9C1'],
  ['DOC', 6, 'DOC-3FA9C1'],
  ['EDIT', 6, 'EDIT-3FA9C1'],
  ['USR', 8, 'USR-3FA9C1D0'],
  ['DOC', 12, 'DOC-3FA9C1D07B1E'],
] as const)('%s with %d characters', (prefix, length, expected) => {
  expect(shortId(prefix, id, length)).toBe(expected);
});

test.each([
  ['DOC-3FA9C1', { label: '3fa9c1' }],
  ['doc-3fa9c1d0', { label: '3fa9c1d0' }],
  [' 3FA9C1 ', { label: '3fa9c1' }],
  ['3fa9', { label: '3fa9' }],
  ['DOC-3fa9c1d07b1e', { label: '3fa9c1d07b1e' }],
  ['3fa9c1d0-7b', { label: '3fa9c1d07b' }],
  [id, { id }],
  [`DOC-${id.toUpperCase()}`, { id }],
  ['DOC-', null],
  ['3fa', null],
  ['3fa9c1d07b1e7', null],
  ['lighthouse', null],
  ['', null],
])('%p means %p', (text, expected) => {
  expect(parseDocumentReference(text)).toEqual(expected);
});

test.each([
  ['DOC-3FA9C1', '3fa9c1'],
  [id, null],
  ['the lighthouse', null],
])('the label in %p is %p', (text, expected) => {
  expect(parseDocumentLabel(text)).toBe(expected);
});
