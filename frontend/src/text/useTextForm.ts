import { useEffect, useState } from 'react';
import { useUser } from '@/api/selectors';
import { useForm } from '@/components/form/Form';
import type { FormHandle } from '@/components/form/formStore';
import type { Check } from '@/lib/checks';
import { readTexts } from '@/lib/storedTexts';
import { freeText, keeperOf, keptHere } from './browser';
import { isSameText, newText, type KeptText } from './keptText';
import type { TextSlot } from './slot';
import { useTextSlot } from './useTextSlot';

/** A form whose text stays in this browser until it is sent or discarded. */
interface TextForm<Values extends object> {
  readonly form: FormHandle<Values>;
  readonly text: TextSlot<Values>;
}

/** What was kept, in the shape of `initial`; `null` where nothing of it is there. */
function readKept<Values extends object>(
  kept: KeptText<unknown> | null,
  initial: Values,
  read: (stored: unknown) => Values | null,
): KeptText<Values> | null {
  const text = kept === null ? null : read(kept.text);
  return kept === null || text === null || isSameText(text, initial) ? null : { ...kept, text, begun: null };
}

/**
 * A form that is kept under this name while it differs from what it begins with: for a reload of this window, and for
 * the next window after this one is gone, whatever ended it.
 */
export function useTextForm<Values extends object>(
  name: string,
  check: Check<Values>,
  initial: Values,
  read: (stored: unknown) => Values | null = (stored) =>
    readTexts(stored, initial as Readonly<Record<string, string>>) as Values | null,
): TextForm<Values> {
  const { id: person } = useUser();
  const [begun] = useState(() => ({ initial, read, kept: readKept(keptHere(person, name), initial, read) }));
  const form = useForm(check, initial, begun.kept?.text);
  const { slot } = useTextSlot<Values>(() => ({
    start: begun.kept ?? newText(name, initial),
    keeper: keeperOf<Values>(person),
    home: null,
    blank: () => initial,
    isBlank: (text) => isSameText(text, initial),
  }));

  useEffect(() => {
    const stopShowing = slot.onShow((text) => {
      if (isSameText(text, begun.initial)) form.reset();
      else form.fill(text);
    });
    const stopKeeping = form.subscribe(() => slot.change(form.values()));
    return () => {
      stopShowing();
      stopKeeping();
    };
  }, [form, slot, begun]);

  useEffect(() => {
    let isWanted = true;
    void freeText(person, name).then((found) => {
      const other = readKept(found, begun.initial, begun.read);
      if (isWanted && other !== null && !form.state().isDirty) slot.take(other);
    });
    return () => {
      isWanted = false;
    };
  }, [begun, form, name, person, slot]);

  return { form, text: slot };
}
