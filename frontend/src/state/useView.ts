import { useMemo } from 'react';
import { useUser } from '@/api/selectors';
import type { ClearanceLevel } from '@/lib/clearance';
import { canComment, canSubmit, type Person } from '@/lib/permissions';
import { readerOf, viewableLevels, viewAsSearch, withView } from '@/lib/viewAs';
import { useSearchState } from './useSearchState';

interface View {
  /** The user, or a reader of the chosen level who owns nothing. What the screen offers is decided for them. */
  readonly reader: Person;
  /** The chosen level; `null` for the user's own view. */
  readonly level: ClearanceLevel | null;
  /** The levels that can be chosen; empty for those who have no choice. */
  readonly levels: readonly ClearanceLevel[];
  /** The parameter of the calls for the view. The same object until the view changes. */
  readonly asked: { readonly as?: string };
  /** The user writes here: not while they see the screen as somebody else. */
  readonly canSubmit: boolean;
  readonly canComment: boolean;
  /** The address of another of these screens, with the same view. */
  readonly link: (path: string) => string;
  readonly setLevel: (level: ClearanceLevel | null) => void;
}

/** Reads the view from the address. A level that the user may not choose is none. */
export function useView(): View {
  const user = useUser();
  const [{ as: wanted }, changeSearch] = useSearchState(viewAsSearch);
  return useMemo(() => {
    const levels = viewableLevels(user);
    const level = levels.find((one) => one === wanted) ?? null;
    const isOwn = level === null;
    return {
      reader: readerOf(level) ?? user,
      level,
      levels,
      asked: isOwn ? {} : { as: `level:${level}` },
      canSubmit: isOwn && canSubmit(user),
      canComment: isOwn && canComment(user),
      link: (path: string) => withView(path, level),
      setLevel: (next: ClearanceLevel | null) => changeSearch({ as: next ?? undefined }),
    };
  }, [user, wanted, changeSearch]);
}
