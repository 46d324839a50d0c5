import { endOfLink, labelFor, linkAtCaret } from './recordLinks';

test.each([
  ['See [[The ga', 12, { start: 6, query: 'The ga' }],
  ['See [[', 6, { start: 6, query: '' }],
  ['See [[The gate]] now', 20, null],
  ['See [[The gate]] now', 10, { start: 6, query: 'The ' }],
  ['See [The ga', 11, null],
  ['See [[one\ntwo', 13, null],
  ['See [[The gate|wo', 17, null],
  ['See [[Case #1', 13, { start: 6, query: 'Case #1' }],
  ['See [[|the door]]', 6, { start: 6, query: '' }],
  ['[[one]] and [[tw', 16, { start: 14, query: 'tw' }],
  [`[[${'x'.repeat(300)}`, 302, null],
])('the link open in %p at %p is %p', (text, caret, expected) => {
  expect(linkAtCaret(text, caret)).toEqual(expected);
});

test.each([
  ['[[a]] b', 3, 5],
  ['[[a b', 3, 3],
  ['[[a|the words]] b', 3, 15],
  ['[[a#Keys|them]] b', 3, 15],
  ['| [[a\\|them]] |', 5, 13],
  ['[[a|the words', 3, 3],
  ['[[a|one\ntwo]]', 3, 3],
])('the link in %p ends, from %p on, at %p', (text, caret, end) => {
  expect(endOfLink(text, caret)).toBe(end);
});

test('a record is named by its title, or by its id if the title is ambiguous', () => {
  const gate = { id: '3fa9c1d0-7b1e-4c2a-9f00-0123456789ab', title: 'The gate' };
  expect(labelFor(gate, [gate, { id: '2', title: 'The wall' }])).toBe('The gate');
  expect(labelFor(gate, [gate, { id: '2', title: 'THE GATE' }])).toBe('DOC-3FA9C1D07B1E');
  for (const title of ['Gate [old]', 'Gate | wall', '#1'])
    expect(labelFor({ ...gate, title }, [])).toBe('DOC-3FA9C1D07B1E');
  expect(labelFor({ ...gate, title: 'Gate #1' }, [])).toBe('Gate #1');
});
