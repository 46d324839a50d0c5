/**
 * THE table of single keys, by the part of the terminal that hears them. Screens bind these, controls name these, and
 * the keys sheet and `docs/KEYS.md` describe every one (`features/command/keyGroups.ts`). Each key is the character it
 * types. The keys of places and commands stand with them, in `lib/places.ts` and `commands/table.ts`.
 */

export const shellKeys = { palette: ':', keys: '?', filter: '/' } as const;

/** Keys that move in every list, from one record to the next, and between cases and versions. */
export const moveKeys = { next: 'j', previous: 'k' } as const;

/** The main terminal, beside the numbers of its menu. */
export const homeKeys = { urgent: 'r' } as const;

/** A row of news, and all of them. */
export const newsKeys = { read: 'm', readAll: 'M' } as const;

/** The repository; all but `create` are for the row with the focus. */
export const repositoryKeys = { create: 'n', edit: 'e', archive: 'a', history: 'h' } as const;

export const workspaceKeys = { create: 'n' } as const;

/** The form of new records, also while typing: with Alt held. */
export const writingKeys = { continueDraft: 'c' } as const;

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

/** Two texts beside one another, or in one. */
export const comparisonKeys = { mode: 'd' } as const;

/** The desks where administrators decide; a level or a choice is a digit. */
export const reviewKeys = { comment: 'c', approve: 'a', reject: 'r', open: 'o', source: 's' } as const;

export const managementKeys = { reclassify: 'c' } as const;

export const sectionKeys = { create: 'c' } as const;

/** Monitoring and analytics; the alerts are on every screen of an administrator. */
export const watchKeys = { alerts: '!', refresh: 'u', tables: 't' } as const;
