import { useMemo } from 'react';
import { useUser } from '@/api/selectors';
import type { ClearanceLevel } from '@/lib/clearance';
import { canComment, canSubmit, type Person } from '@/lib/permissions';
import { readerOf, viewableLevels, viewAsSearch, withView } from '@/lib/viewAs';
import { useSearchState } from './useSearchState';

interface View {
  /**
   * The user, or a reader of the preview level who owns nothing. The controls of the screen are those for this reader.
   */
  readonly reader: Person;
  /** The preview level; `null` for the user's own view. */
  readonly level: ClearanceLevel | null;
  /** The levels that can be chosen; empty for users who may not preview. */
  readonly levels: readonly ClearanceLevel[];
  /** The parameter of the view in requests. The same object until the view changes. */
  readonly asked: { readonly as?: string };
  /** Whether the user may write here, which is not possible in a preview. */
  readonly canSubmit: boolean;
  readonly canComment: boolean;
  /** The address of another screen with the same view. */
  readonly link: (path: string) => string;
  readonly setLevel: (level: ClearanceLevel | null) => void;
}

/** Reads the view from the address. A level that the user may not choose is ignored. */
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
