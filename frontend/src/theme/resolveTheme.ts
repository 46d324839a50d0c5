import { themeNames, type ThemeName } from './tokens';

/** The palette a stored or typed name means: `default` and everything unknown is green-matrix. */
export function resolveTheme(name: string | null | undefined): ThemeName {
  return themeNames.find((known) => known === name) ?? 'green-matrix';
}
