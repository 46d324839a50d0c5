import { breakpoints, colorTokens, lengths, palettes, type ColorToken, type Palette } from './tokens';
import { themeNames, defaultTheme } from './themes';

/** Name of the custom property that holds a color, e.g. `onAccent` → `--c-on-accent`. */
export function colorVariable(token: ColorToken): string {
  return `--c-${token.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function block(selector: string, palette: Palette): string {
  const lines = colorTokens.map((token) => `${colorVariable(token)}:${palette[token]};`);
  return `${selector}{${lines.join('')}}`;
}

export function lengthStyles(): string {
  const root = (width: 'wide' | 'phone') =>
    `:root{${Object.values(lengths)
      .map((length) => `${length.name}:${length[width]};`)
      .join('')}}`;
  return `${root('wide')}@media (max-width:${breakpoints.phone - 1}px){${root('phone')}}`;
}

/** Registered custom properties can be animated, so that the change to the lockdown palette is a fade. */
function registrations(): string {
  const initial = palettes[defaultTheme];
  return colorTokens
    .map(
      (token) =>
        `@property ${colorVariable(token)}{syntax:'<color>';inherits:true;initial-value:${initial[token]};}`,
    )
    .join('');
}

/** One block for each theme. Lockdown comes last so that it overrides the user's theme. */
export function paletteStyles(): string {
  const themes = themeNames.map((name) =>
    block(name === defaultTheme ? `:root,.theme-${name},.theme-default` : `.theme-${name}`, palettes[name]),
  );
  return [registrations(), ...themes, block('.is-lockdown', palettes.lockdown)].join('');
}
