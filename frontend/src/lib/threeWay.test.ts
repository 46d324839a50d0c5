import type { Block } from './diff';
import { keepFiled, markChanges } from './threeWay';

const same = (oldLine: number, newLine: number, text: string): Block => ({
  kind: 'same',
  oldLine,
  newLine,
  text,
});
const changed = (oldLine: number, newLine: number, before: string, after: string, clash = false): Block => ({
  kind: 'changed',
  oldLine,
  newLine,
  clash,
  segments: [
    { kind: 'removed' as const, text: before },
    { kind: 'added' as const, text: after },
  ].filter(({ text }) => text !== ''),
});

// Base: a b c d e. On file: a b c d E and one more line. Edit: a b C d e!
const theirs = [changed(1, 1, 'a\n', 'A\n'), same(2, 2, 'b\nc\nd'), changed(5, 5, 'e\n', 'E\nf\n', true)];
const ours = [
  same(1, 1, 'a\nb'),
  changed(3, 3, 'c\n', 'C\n'),
  same(4, 4, 'd'),
  changed(5, 5, 'e\n', 'e!\n', true),
];
const blocks = [
  changed(1, 1, 'A\n', 'a\n'),
  same(2, 2, 'b'),
  changed(3, 3, 'c\n', 'C\n'),
  same(4, 4, 'd'),
  changed(5, 5, 'E\nf\n', 'e!\n', true),
];

test('changes are marked by their author', () => {
  expect(blocks.map(markChanges(blocks, { theirs, ours }))).toEqual(['undoes', null, null, null, 'clash']);
});

test('a passage that only the text on file removed is marked as undone by the edit', () => {
  const removal = [same(1, 1, 'a'), changed(2, 2, 'b\n', ''), same(3, 2, 'c')];
  const untouched = [same(1, 1, 'a\nb\nc')];
  const back = [same(1, 1, 'a'), changed(2, 2, '', 'b\n'), same(2, 3, 'c')];
  expect(back.map(markChanges(back, { theirs: removal, ours: untouched }))).toEqual([null, 'undoes', null]);
});

test('an edit applied to the text on file keeps what only that text changed', () => {
  const kept = keepFiled(blocks, markChanges(blocks, { theirs, ours }));
  expect(kept.map(({ kind }) => kind)).toEqual(['same', 'same', 'changed', 'same', 'changed']);
  expect(kept[0]).toEqual(same(1, 1, 'A'));
});
