import { useEffect, useState } from 'react';
import { useUser } from '@/api/selectors';
import { useForm } from '@/components/form/Form';
import { useFileUploads } from '@/records/writing/files/useFileUploads';
import { useAppDispatch } from '@/state/hooks';
import { keeperOf } from '@/text/browser';
import type { KeptText } from '@/text/keptText';
import { recordHome } from '@/text/recordDrafts';
import { emptyRecord, isBlankRecord, type RecordText } from '@/text/recordText';
import { useTextSlot } from '@/text/useTextSlot';
import { checkSubmission, valuesOf } from './schema';

/** The form of a record with its files, which is saved to a draft while it is written. */
export function useSubmissionForm(start: KeptText<RecordText>) {
  const { id: person } = useUser();
  const dispatch = useAppDispatch();
  const [begun] = useState(start.text);
  const form = useForm(checkSubmission, valuesOf(begun));
  const uploads = useFileUploads(form);
  const { slot, state } = useTextSlot<RecordText>(() => ({
    start,
    keeper: keeperOf<RecordText>(person),
    home: recordHome(dispatch, person),
    blank: () => emptyRecord,
    isBlank: isBlankRecord,
  }));
  useEffect(() => {
    const stopShowing = slot.onShow((text) => form.reset(valuesOf(text)));
    const stopKeeping = form.subscribe(() => {
      const { clearanceLevel } = slot.kept().text;
      slot.change({ ...form.values(), clearanceLevel });
    });
    return () => {
      stopShowing();
      stopKeeping();
    };
  }, [form, slot]);
  return { form, uploads, slot, state };
}

/** The form, its files, and what can be done with both. */
export type SubmissionHandle = ReturnType<typeof useSubmissionForm>;
