import { passagesOf, segmentsOf, withoutLastBreak, type Block, type Segment } from './diff';

const same = (text: string, line = 1): Block => ({ kind: 'same', oldLine: line, newLine: line, text });
const changed = (segments: Segment[] = [{ kind: 'added', text: 'new\n' }]): Block => ({
  kind: 'changed',
  oldLine: 1,
  newLine: 1,
  clash: false,
  segments,
});

const short = (blocks: readonly Block[]) =>
  passagesOf(blocks).map((passage) =>
    passage.kind === 'changed'
      ? 'changed'
      : `${passage.kind}: ${'label' in passage ? passage.label : passage.text}`,
  );

test.each<[string, Block[], string[]]>([
  ['a paragraph', [same('One.'), changed()], ['folded: 1 unchanged paragraph', 'changed']],
  [
    'paragraphs',
    [changed(), same('One.\nstill\n\n \n\nTwo.\n')],
    ['changed', 'folded: 2 unchanged paragraphs'],
  ],
  [
    'one section',
    [changed(), same('\n## What is known ##\n\nOne.\n\nTwo.')],
    ['changed', 'folded: What is known: unchanged'],
  ],
  ['two sections', [changed(), same('# A\n\nx\n\n# B\n\ny')], ['changed', 'folded: 4 unchanged paragraphs']],
  ['empty lines', [changed(), same('\n \n'), changed()], ['changed', 'changed']],
  [
    'a heading right before a change',
    [same('One.\n\n## Opening the gate\n'), changed()],
    ['folded: 1 unchanged paragraph', 'context: Opening the gate', 'changed'],
  ],
  ['only a heading', [same('# Order'), changed()], ['context: Order', 'changed']],
  ['a heading at the end', [changed(), same('# Order')], ['changed', 'folded: Order: unchanged']],
  ['nothing changed', [same('One.')], ['folded: 1 unchanged paragraph']],
])('unchanged text is folded: %s', (_name, blocks, expected) => {
  expect(short(blocks)).toEqual(expected);
});

test('a fold keeps its text, and every passage has a different key', () => {
  const passages = passagesOf([same('One.\n\n# B\n'), changed(), same('Two.')]);
  expect(passages.map((passage) => ('text' in passage ? passage.text : ''))).toEqual([
    'One.',
    'B',
    '',
    'Two.',
  ]);
  expect(new Set(passages.map(({ key }) => key)).size).toBe(4);
});

const segments: Segment[] = [
  { kind: 'same', text: 'Covered ' },
  { kind: 'removed', text: 'at dawn' },
  { kind: 'added', text: 'at dusk' },
  { kind: 'same', text: '.\n' },
];

test.each([
  ['old', 'Covered at dawn.'],
  ['new', 'Covered at dusk.'],
] as const)('the %s text of a passage leaves out what only the other text has', (side, text) => {
  const parts = withoutLastBreak(segmentsOf(segments, side));
  expect(parts.map((part) => part.text).join('')).toBe(text);
});
