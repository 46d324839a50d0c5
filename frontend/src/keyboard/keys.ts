/**
 * The table of single keys, by the part of the terminal that handles them. Screens bind these keys, controls show them,
 * and the keys sheet and `docs/KEYS.md` describe them (`features/command/keyGroups.ts`). Each key is the character that
 * it types. The keys of screens and commands are in `lib/places.ts` and `commands/table.ts`.
 */

export const shellKeys = { palette: ':', keys: '?', filter: '/' } as const;

/** Keys that move in every list, between records, cases and versions. */
export const moveKeys = { next: 'j', previous: 'k' } as const;

/** The main terminal, besides the numbers of its menu. */
export const homeKeys = { urgent: 'r' } as const;

/** A notification, and all of them. */
export const newsKeys = { read: 'm', readAll: 'M' } as const;

/** The repository; all but `create` apply to the focused row. */
export const repositoryKeys = { create: 'n', edit: 'e', archive: 'a', history: 'h' } as const;

export const workspaceKeys = { create: 'n' } as const;

/** The form for new records. With Alt, also while typing. */
export const writingKeys = { continueDraft: 'c' } as const;

/** In a text area for Markdown, and for `fullScreen` in the form around it. On a Mac, Ctrl is the command key. */
export const textKeys = {
  bold: 'Ctrl B',
  italic: 'Ctrl I',
  link: 'Ctrl K',
  fullScreen: 'Ctrl Shift F',
} as const;

export const recordKeys = {
  watch: 'w',
  contents: 't',
  history: 'h',
  nextMatch: 'n',
  previousMatch: 'N',
  comment: 'c',
  quote: 'q',
} as const;

export const historyKeys = { base: ' ', revert: 'v' } as const;

/** Side-by-side or inline comparison. */
export const comparisonKeys = { mode: 'd' } as const;

/** The desks for decisions by administrators; digits choose a level or an option. */
export const reviewKeys = { comment: 'c', approve: 'a', reject: 'r', open: 'o', source: 's' } as const;

export const managementKeys = { reclassify: 'c' } as const;

export const sectionKeys = { create: 'c' } as const;

/** Monitoring and analytics; the alerts are on every screen of an administrator. */
export const watchKeys = { alerts: '!', refresh: 'u', tables: 't' } as const;
