import { contrast } from '@/testing/contrast';
import { palettes, scanlineOpacity, type ColorToken, type PaletteName } from './tokens';

const pairs: readonly (readonly [ColorToken, ColorToken, number])[] = [
  ['text', 'panel', 7],
  ['text', 'raised', 7],
  ['bright', 'panel', 7],
  ['muted', 'panel', 4.5],
  ['muted', 'raised', 4.5],
  ['accent', 'panel', 4.5],
  ['onAccent', 'accent', 4.5],
  ['onAccent', 'text', 7],
  ['void', 'edge', 4.5],
  ['ok', 'panel', 4.5],
  ['warn', 'panel', 4.5],
  ['danger', 'panel', 4.5],
  ['danger', 'raised', 4.5],
  ['info', 'panel', 4.5],
  ['edge', 'panel', 3],
  ['edge', 'raised', 3],
  ['focus', 'panel', 3],
];

const shaded: readonly (readonly [ColorToken, ColorToken, number])[] = [
  ['muted', 'raised', 4.5],
  ['edge', 'panel', 3],
];

describe.each(Object.keys(palettes) as PaletteName[])('palette %s', (name) => {
  const palette = palettes[name];

  test.each(pairs)('%s on %s reaches %d', (front, back, floor) => {
    expect(contrast(palette[front], palette[back])).toBeGreaterThanOrEqual(floor);
  });

  test.each(shaded)('%s on %s under a scanline reaches %d', (front, back, floor) => {
    expect(contrast(palette[front], palette[back], scanlineOpacity)).toBeGreaterThanOrEqual(floor);
  });
});

test('the contrast formula gives 21 for black on white and 1 for equal colors', () => {
  expect(contrast('#FFFFFF', '#000000')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#777777')).toBe(1);
});
