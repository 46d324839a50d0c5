/** The list of themes; the first is the default. Tokens, settings, commands and `boot.ts` read it. */
export const themeNames = ['green-matrix', 'dark', 'amber-crt', 'blue-steel'] as const;

/** A theme that a user can choose. */
export type ThemeName = (typeof themeNames)[number];

/** The names of the themes in the settings. */
export const themeLabels: Readonly<Record<ThemeName, string>> = {
  'green-matrix': 'Green-matrix',
  dark: 'Dark',
  'amber-crt': 'Amber-CRT',
  'blue-steel': 'Blue-steel',
};

export const defaultTheme: ThemeName = themeNames[0];

/** The theme for a stored or typed name: `default` and unknown names mean the default theme. */
export function resolveTheme(name: unknown): ThemeName {
  return themeNames.find((known) => known === name) ?? defaultTheme;
}
