import { barsOf, inlinesOf, piecesOf, tokenize, withheldLevels } from './portions';

const text = (value: string) => ({ is: 'text', text: value });
const withheld = (level: number) => ({ is: 'withheld', level });
const portion = (level: number, value: string) => ({ is: 'level', level, text: value });

test.each([
  ['', []],
  ['One.\nTwo.\n', [text('One.\nTwo.\n')]],
  ['A\n:::withheld 4\n:::\nB', [text('A\n'), withheld(4), text('B')]],
  ['A\r\n:::level 3\r\nSeen.\r\n:::\r\nB', [text('A\r\n'), portion(3, 'Seen.\r\n'), text('B')]],
  // Markers also count inside Markdown code blocks and lists.
  ['```\n:::level 2\nx\n:::\n```', [text('```\n'), portion(2, 'x\n'), text('```')]],
  // Text inside a bar is not shown.
  [':::withheld 5\nsecret\n:::', [withheld(5)]],
  // A passage without an end extends to the end of the text.
  ['A\n:::level 4\nB\nC', [text('A\n'), portion(4, 'B\nC')]],
  [':::withheld 4\nB\nC', [withheld(4)]],
  // Lines that are not markers.
  [' :::level 4\nB\n::: ', [text(' :::level 4\nB\n::: ')]],
  [':::level 6\nB\n:::x', [text(':::level 6\nB\n:::x')]],
  // Passages cannot be nested.
  [':::level 3\n:::level 4\nx\n:::\ny', [portion(3, ':::level 4\nx\n'), text('y')]],
])('the lines of %j are split at passages', (given, pieces) => {
  expect(piecesOf(given)).toEqual(pieces);
});

test.each([
  ['The key is {{4|under the mat}}.', [text('The key is '), portion(4, 'under the mat'), text('.')]],
  ['{{withheld 3}} knows', [withheld(3), text(' knows')]],
  ['{{{3|a}}', [text('{'), portion(3, 'a')]],
  ['{{3|a{{4|b}}', [text('{{3|a'), portion(4, 'b')]],
  ['{{3| }} {{6|a}} {{name}} {{3|a\nb}}', [text('{{3| }} {{6|a}} {{name}} {{3|a\nb}}')]],
])('the line %j is split at passages', (given, parts) => {
  expect(inlinesOf(given)).toEqual(parts);
});

test('the marks of the bars are listed in order', () => {
  expect(barsOf('A {{withheld 5}}\n:::withheld 3\n:::\n{{2|seen}}')).toEqual([
    '{{withheld 5}}',
    ':::withheld 3\n:::',
  ]);
});

test('each level of the bars is listed once', () => {
  const given = 'A {{withheld 5}}\n:::withheld 3\n:::\n:::level 4\n{{withheld 2}}\n:::\n{{withheld 5}}';
  expect(withheldLevels(given)).toEqual([3, 5]);
  expect(withheldLevels('Nothing.')).toEqual([]);
});

test('tokens use a character that the text does not contain', () => {
  const { text: marked, pattern } = tokenize('\ue000w4\ue000 {{withheld 4}} {{2|seen}}');
  expect(marked).toBe('\ue000w4\ue000 \ue001w4\ue001 \ue001s2\ue001seen\ue001e2\ue001');
  expect([...marked.matchAll(pattern)].map(([, mark]) => mark)).toEqual(['w4', 's2', 'e2']);
});
