import { endOfName, nameAtCaret } from './wordAtCaret';

test.each([
  ['Ask @mir', 'mir'],
  ['@mir', 'mir'],
  ['(@mira-h', 'mira-h'],
  ['mail@mir', null],
  ['é@mir', null],
  ['@', null],
  ['@mir now', null],
])('in %p the name being written is %p', (text, query) => {
  const open = nameAtCaret(text, text.length);
  expect(open?.query ?? null).toBe(query);
  expect(open === null ? null : text.slice(open.start)).toBe(query);
});

test('a name ends after its last letter or digit', () => {
  expect(endOfName('@mira-holt, look', 3)).toBe(10);
  expect(endOfName('@mir', 4)).toBe(4);
});
