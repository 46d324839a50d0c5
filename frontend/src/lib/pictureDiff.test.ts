import type { Segment } from './diff';
import { wholePictures } from './pictureDiff';
import { compareWords } from './textDiff';

const [one, two] = ['8c20e1aa-0000-4000-8000-000000000001', '8c20e1bb-0000-4000-8000-000000000002'];

const show = (segments: readonly Segment[]) =>
  segments.map(({ kind, text }) => `${{ same: '=', removed: '-', added: '+' }[kind]}${text}`);

test('a picture that is exchanged is removed and added as a whole', () => {
  const segments = compareWords(`See ![Old lamp](file:${one}) here`, `See ![Old lamp](file:${two}) there`);
  expect(show(wholePictures(segments))).toEqual([
    '=See ',
    `-![Old lamp](file:${one})`,
    `+![Old lamp](file:${two})`,
    '= ',
    '-here',
    '+there',
  ]);
});

test('a picture with another description is removed and added as a whole', () => {
  const segments = compareWords(`![Old lamp](file:${one})`, `![New lamp|240](file:${one})`);
  expect(show(wholePictures(segments))).toEqual([
    `-![Old lamp](file:${one})`,
    `+![New lamp|240](file:${one})`,
  ]);
});

test('a picture beside which words have changed stays', () => {
  const segments = compareWords(`Old ![Lamp](file:${one})`, `New ![Lamp](file:${one})`);
  expect(show(wholePictures(segments))).toEqual(['-Old', '+New', `= ![Lamp](file:${one})`]);
});

test('a picture in place of words keeps the words', () => {
  const segments = compareWords('See it here', `See ![it](file:${one}) here`);
  expect(show(wholePictures(segments)).join('')).toContain(`+![it](file:${one})`);
});

test('two pictures that are exchanged stay in order', () => {
  const segments = compareWords(`![A](file:${one}) ![B](file:${one})`, `![A](file:${two}) ![B](file:${two})`);
  expect(show(wholePictures(segments))).toEqual([
    `-![A](file:${one})`,
    `+![A](file:${two})`,
    '= ',
    `-![B](file:${one})`,
    `+![B](file:${two})`,
  ]);
});

test('a text without pictures is unchanged', () => {
  const segments = compareWords('One [a](b) two', 'One [a](c) two');
  expect(wholePictures(segments)).toBe(segments);
});
