/** THE list of themes, the first of which is the usual one. Tokens, settings, commands and `boot.ts` read it. */
export const themeNames = ['green-matrix', 'dark', 'amber-crt', 'blue-steel'] as const;

/** A palette an operator can choose. */
export type ThemeName = (typeof themeNames)[number];

/** What the settings call each. */
export const themeLabels: Readonly<Record<ThemeName, string>> = {
  'green-matrix': 'Green-matrix',
  dark: 'Dark',
  'amber-crt': 'Amber-CRT',
  'blue-steel': 'Blue-steel',
};

export const usualTheme: ThemeName = themeNames[0];

/** The theme a stored or typed name means: `default` and everything unknown is the usual one. */
export function resolveTheme(name: unknown): ThemeName {
  return themeNames.find((known) => known === name) ?? usualTheme;
}
