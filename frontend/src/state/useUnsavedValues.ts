import { useCallback, useState } from 'react';
import { useUser } from '@/api/selectors';
import { keepDraft, readDraft } from '@/lib/drafts';

/** Unsaved changes, stored in this window by name. */
interface UnsavedValues<Values> {
  /** The values that were stored when this screen was opened; `null` for none. */
  readonly kept: Values | null;
  /** Stores the values; `null` removes them. */
  readonly keep: (values: Values | null) => void;
}

/** Stores unsaved changes of the user. `read` validates a stored value and returns `null` if it is invalid. */
export function useUnsavedValues<Values>(
  name: string,
  read: (stored: unknown) => Values | null,
): UnsavedValues<Values> {
  const { id } = useUser();
  const [kept] = useState(() => read(readDraft(id, name)));
  const keep = useCallback((values: Values | null) => keepDraft(id, name, values), [id, name]);
  return { kept, keep };
}
