import { segmentsOf } from './diff';
import { compareTexts, compareWords } from './textDiff';

const written = (old: string, next: string) =>
  compareTexts(old, next).map((block) =>
    block.kind === 'same'
      ? `${block.oldLine},${block.newLine} ${block.text}`
      : block.segments.map(({ kind, text }) => `${{ same: '', removed: '-', added: '+' }[kind]}${text}`),
  );

test('lines that differ are compared word by word', () => {
  expect(written('One.\nThe red door.\nThree.', 'One.\nThe green door.\nThree.')).toEqual([
    '1,1 One.',
    ['The ', '-red', '+green', ' door.\n'],
    '3,3 Three.',
  ]);
});

test('lines of only one text keep the line numbers of both', () => {
  expect(written('a\nb\nz', 'a\nx\ny\nb\nz')).toEqual(['1,1 a', ['+x\ny\n'], '2,4 b\nz']);
});

test('equal texts have no differences, and empty texts can be compared', () => {
  expect(written('a\nb', 'a\nb')).toEqual(['1,1 a\nb']);
  expect(written('', 'a')).toEqual([['+a', '\n']]);
});

test('no text is lost if the texts are too long for a full comparison', () => {
  const old = Array.from({ length: 1100 }, (_, line) => `a${line}`).join('\n');
  const next = Array.from({ length: 1100 }, (_, line) => `b${line}`).join('\n');
  const [block] = compareTexts(old, next);
  const segments = block?.kind === 'changed' ? block.segments : [];
  const text = (side: 'old' | 'new') =>
    segmentsOf(segments, side)
      .map((segment) => segment.text)
      .join('');
  expect([text('old'), text('new')]).toEqual([`${old}\n`, `${next}\n`]);
});

test('words of every script are compared', () => {
  expect(compareWords('die Tür', 'die Türen')).toEqual([
    { kind: 'same', text: 'die ' },
    { kind: 'removed', text: 'Tür' },
    { kind: 'added', text: 'Türen' },
  ]);
});
