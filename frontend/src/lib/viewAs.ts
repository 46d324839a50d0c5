import { clearanceLevels, type ClearanceLevel } from './clearance';
import { canUseAdminPanel, type Person } from './permissions';
import { readSearch, searchOption } from './searchState';

/** The search parameter of the screens that administrators can see as a reader of another level. */
export const viewAsSearch = { as: searchOption(clearanceLevels) } as const;

/** The address of a screen as a reader of this level sees it; `null` for the user's own view. */
export function withView(path: string, level: ClearanceLevel | null): string {
  return level === null ? path : `${path}${path.includes('?') ? '&' : '?'}as=${level}`;
}

/** The address with the view that the present search parameters choose. */
export function keepView(path: string, presentSearch: string): string {
  const { as } = readSearch(viewAsSearch, new URLSearchParams(presentSearch));
  return withView(path, as ?? null);
}

/** The levels that somebody may see the screens as: none for those who are no administrators. */
export function viewableLevels(user: Person): readonly ClearanceLevel[] {
  return canUseAdminPanel(user) ? clearanceLevels.filter((level) => level <= user.clearanceLevel) : [];
}

/** The level that somebody has chosen in the address; `null` for their own view, also if they may not choose it. */
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

/** A reader of this level who owns nothing, as the server has them: always the same object; `null` for no level. */
export function readerOf(level: ClearanceLevel | null): Person | null {
  return level === null ? null : (readers.get(level) ?? null);
}
