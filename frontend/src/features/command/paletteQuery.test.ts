import { aroundMatch, markTyped, parseQuery } from './paletteQuery';

/** Separate, because a lint rule takes the whole text for a color. */
const hash = '#';

test.each([
  ['amb', 'all', 'amb', 'amb', null],
  ['a', 'all', 'a', null, null],
  ['門', 'all', '門', '門', null],
  ['3fa9c1', 'all', '3fa9c1', '3fa9c1', '3fa9c1'],
  ['doc-3fa9', 'all', 'doc-3fa9', null, '3fa9'],
  [`${hash}3fa9`, 'ids', '3fa9', null, '3fa9'],
  ['#IR-000123', 'ids', 'IR-000123', 'IR-000123', null],
  ['@wren', 'people', 'wren', null, null],
  ['>theme', 'commands', 'theme', null, null],
  ['"eleven seconds"', 'exact', 'eleven seconds', '"eleven seconds"', null],
  ['"eleven', 'exact', 'eleven', '"eleven"', null],
  ['find the stair', 'all', 'find the stair', 'the stair', null],
  ['goto admin', 'all', 'goto admin', null, null],
  ['theme dark', 'all', 'theme dark', null, null],
  ['open DOC-3FA9C1', 'all', 'open DOC-3FA9C1', null, '3fa9c1'],
  ['', 'all', '', null, null],
])('%p has the scope %s', (line, scope, text, words, label) => {
  expect(parseQuery(line)).toMatchObject({ scope, text, words, label });
});

test('the typed text is marked case-insensitively', () => {
  expect(markTyped('t-Lambourne', 'amb')).toEqual([[3, 6]]);
  expect(markTyped('t-lambourne', 'x')).toBeNull();
  expect(markTyped('t-lambourne', '')).toEqual([]);
});

test('a long text is cut around its first match, and the marks keep their words', () => {
  const text = `${'word '.repeat(20)}left in the ambry behind the wall and further on to the end of the corridor`;
  const at = text.indexOf('ambry');
  const cut = aroundMatch(text, [[at, at + 3]]);
  expect(cut.text.startsWith('…')).toBe(true);
  const [[from = 0, to = 0] = []] = cut.ranges;
  expect(cut.text.slice(from, to)).toBe('amb');
  expect(cut.text.length).toBeLessThanOrEqual(50);
  expect(aroundMatch('short', [[0, 2]])).toEqual({ text: 'short', ranges: [[0, 2]] });
  const unspaced = `${'収容'.repeat(40)}扉`;
  expect(aroundMatch(unspaced, [[80, 81]])).toEqual({ text: '…扉', ranges: [[1, 2]] });
});
