import { endOfLink, labelFor, linkAtCaret } from './recordLinks';

test.each([
  ['See [[The ga', 12, { start: 6, query: 'The ga' }],
  ['See [[', 6, { start: 6, query: '' }],
  ['See [[The gate]] now', 20, null],
  ['See [[The gate]] now', 10, { start: 6, query: 'The ' }],
  ['See [The ga', 11, null],
  ['See [[one\ntwo', 13, null],
  ['[[one]] and [[tw', 16, { start: 14, query: 'tw' }],
  [`[[${'x'.repeat(300)}`, 302, null],
])('the link open in %p at %p is %p', (text, caret, expected) => {
  expect(linkAtCaret(text, caret)).toEqual(expected);
});

test('closing brackets after the caret belong to the link', () => {
  expect(endOfLink('[[a]] b', 3)).toBe(5);
  expect(endOfLink('[[a b', 3)).toBe(3);
});

test('a record is named by its title, or by its id if the title is ambiguous', () => {
  const gate = { id: '3fa9c1d0-7b1e-4c2a-9f00-0123456789ab', title: 'The gate' };
  expect(labelFor(gate, [gate, { id: '2', title: 'The wall' }])).toBe('The gate');
  expect(labelFor(gate, [gate, { id: '2', title: 'THE GATE' }])).toBe('DOC-3FA9C1D07B1E');
  expect(labelFor({ ...gate, title: 'Gate [old]' }, [])).toBe('DOC-3FA9C1D07B1E');
});
