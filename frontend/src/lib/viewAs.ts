import { clearanceLevels, type ClearanceLevel } from './clearance';
import { canUseAdminPanel, type Person } from './permissions';
import { readSearch, searchOption } from './searchState';

/** Search parameter of the screens that administrators can preview at another level. */
export const viewAsSearch = { as: searchOption(clearanceLevels) } as const;

/** The address of a screen previewed at this level; `null` for the user's own view. */
export function withView(path: string, level: ClearanceLevel | null): string {
  return level === null ? path : `${path}${path.includes('?') ? '&' : '?'}as=${level}`;
}

/** The address with the same preview as the current search parameters. */
export function keepView(path: string, presentSearch: string): string {
  const { as } = readSearch(viewAsSearch, new URLSearchParams(presentSearch));
  return withView(path, as ?? null);
}

/** The levels at which a user may preview the screens; empty for users who are not administrators. */
export function viewableLevels(user: Person): readonly ClearanceLevel[] {
  return canUseAdminPanel(user) ? clearanceLevels.filter((level) => level <= user.clearanceLevel) : [];
}

/** The preview level in the address; `null` for the user's own view or if they may not preview. */
export function chosenLevel(user: Person, search: string): ClearanceLevel | null {
  const { as } = readSearch(viewAsSearch, new URLSearchParams(search));
  return viewableLevels(user).find((level) => level === as) ?? null;
}

const readers = new Map(
  clearanceLevels.map((level): [ClearanceLevel, Person] => [
    level,
    { id: '', isAdmin: false, isApproved: true, clearanceLevel: level },
  ]),
);

/**
 * A reader of this level who owns nothing, as the server assumes in previews. Always the same object; `null` for no
 * level.
 */
export function readerOf(level: ClearanceLevel | null): Person | null {
  return level === null ? null : (readers.get(level) ?? null);
}
