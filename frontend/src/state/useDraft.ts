import { useCallback, useEffect, useMemo, useState } from 'react';
import { useUser } from '@/api/selectors';
import { discardDraft, keepDraft, onDiscard, readDraft } from '@/lib/drafts';

/** A form as far as keeping it needs. */
interface Kept<Values> {
  readonly state: () => { readonly isDirty: boolean };
  readonly values: () => Values;
  readonly subscribe: (tell: () => void) => () => void;
  readonly reset: () => void;
}

/** What somebody has typed and not sent, under the name of what it is about. */
export interface Draft<Values> {
  /** What was kept when this form was opened; `null` for nothing. */
  readonly kept: Values | null;
  readonly keep: (values: Values | null) => void;
  /** It has been sent or is not wanted: it goes from storage and from the forms that show it. */
  readonly discard: (sent?: Values) => void;
}

/** Keeps what the person at this window types, per person and name. `read` makes sense of what was stored, or refuses it. */
export function useDraft<Values>(name: string, read: (stored: unknown) => Values | null): Draft<Values> {
  const { id } = useUser();
  const [kept] = useState(() => read(readDraft(id, name)));
  const keep = useCallback(
    (values: Values | null) => {
      keepDraft(id, name, values);
    },
    [id, name],
  );
  const discard = useCallback(
    (sent?: Values) => {
      discardDraft(id, name, sent);
    },
    [id, name],
  );
  return useMemo(() => ({ kept, keep, discard }), [kept, keep, discard]);
}

/** Keeps a form while it differs from what it began with, and empties it when its draft is discarded. */
export function useKeptForm<Values>(name: string, form: Kept<Values>): void {
  const { id } = useUser();
  useEffect(() => {
    const stopKeeping = form.subscribe(() => {
      keepDraft(id, name, form.state().isDirty ? form.values() : null);
    });
    const stopListening = onDiscard(id, name, (sent) => {
      if (sent === null || sent === JSON.stringify(form.values())) form.reset();
    });
    return () => {
      stopKeeping();
      stopListening();
    };
  }, [form, id, name]);
}

/** Reads stored values of text in the shape of `like`; `null` where nothing of it is there. */
export function readTexts<Values extends Readonly<Record<string, string>>>(
  stored: unknown,
  like: Values,
): Values | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const found = stored as Readonly<Record<string, unknown>>;
  const entries = Object.keys(like).map((name) => {
    const value = found[name];
    return [name, typeof value === 'string' ? value : (like[name] ?? '')] as const;
  });
  return Object.fromEntries(entries) as Values;
}
