import { paletteStyles } from './cssVars';
import { resolveTheme } from './themes';

test.each([
  ['default', 'green-matrix'],
  ['green-matrix', 'green-matrix'],
  ['dark', 'dark'],
  ['amber-crt', 'amber-crt'],
  ['blue-steel', 'blue-steel'],
  ['lockdown', 'green-matrix'],
  ['', 'green-matrix'],
  [null, 'green-matrix'],
  [undefined, 'green-matrix'],
])('the name %p means the theme %s', (name, expected) => {
  expect(resolveTheme(name)).toBe(expected);
});

test('lockdown comes last, so that it overrides the theme', () => {
  const css = paletteStyles();
  expect(css.lastIndexOf('.is-lockdown')).toBeGreaterThan(css.lastIndexOf('.theme-'));
});
