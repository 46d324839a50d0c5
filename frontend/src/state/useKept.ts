import { useCallback, useState } from 'react';
import { useUser } from '@/api/selectors';
import { keepDraft, readDraft } from '@/lib/drafts';

/** What somebody has changed and not saved, kept in this window under the name of what it is about. */
interface Kept<Values> {
  /** What was kept when this screen was opened; `null` for nothing. */
  readonly kept: Values | null;
  /** `null` forgets it. */
  readonly keep: (values: Values | null) => void;
}

/** Keeps what the person at this window changes. `read` makes sense of what was stored, or refuses it. */
export function useKept<Values>(name: string, read: (stored: unknown) => Values | null): Kept<Values> {
  const { id } = useUser();
  const [kept] = useState(() => read(readDraft(id, name)));
  const keep = useCallback((values: Values | null) => keepDraft(id, name, values), [id, name]);
  return { kept, keep };
}
