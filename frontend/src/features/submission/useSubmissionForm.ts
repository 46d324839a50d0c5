import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useUser } from '@/api/selectors';
import { useForm } from '@/components/form/Form';
import { decodeText, type DecodedText } from '@/lib/decodeText';
import { plainText, textLimits } from '@/lib/recordText';
import { countCharacters } from '@/lib/text';
import { isPlainText } from '@/lib/uploads';
import { useAppDispatch, useToast } from '@/state/hooks';
import { keeperOf } from '@/text/browser';
import type { KeptText } from '@/text/keptText';
import { recordHome } from '@/text/recordDrafts';
import { emptyRecord, isBlankRecord, type RecordText } from '@/text/recordText';
import { useTextSlot } from '@/text/useTextSlot';
import { checkSubmission, valuesOf } from './schema';
import { useAttachment } from './useAttachment';

/** The text of a file, if it fits into the content field. `null` also if the file cannot be read any more. */
async function textOf(file: File): Promise<DecodedText | null> {
  if (!isPlainText(file.name)) return null;
  try {
    const decoded = decodeText(new Uint8Array(await file.arrayBuffer()));
    const text = plainText(decoded.text, 'lines');
    return countCharacters(text) <= textLimits.content ? { ...decoded, text } : null;
  } catch {
    return null;
  }
}

/** The form of a record with its file, which is saved to a draft while it is written. */
export function useSubmissionForm(start: KeptText<RecordText>) {
  const { id: person } = useUser();
  const dispatch = useAppDispatch();
  const toast = useToast();
  const [begun] = useState(start.text);
  const form = useForm(checkSubmission, valuesOf(begun));
  const attachment = useAttachment(
    begun,
    (file) =>
      void textOf(file).then((read) => {
        if (read === null || form.values().content.trim() !== '') return;
        form.set('content', read.text);
        if (read.encoding !== 'utf-8')
          toast({
            tone: 'info',
            title: 'Text taken from the file',
            description: `${file.name} was read as ${read.encoding}.`,
          });
      }),
  );
  const { slot, state } = useTextSlot<RecordText>(() => ({
    start,
    keeper: keeperOf<RecordText>(person),
    home: recordHome(dispatch, person),
    blank: () => emptyRecord,
    isBlank: isBlankRecord,
  }));
  const { adopt } = attachment;
  useEffect(
    () =>
      slot.onShow((text) => {
        // In one step, so that the values of one text are never stored with the file of another.
        flushSync(() => {
          adopt(text.file);
          form.reset(valuesOf(text));
        });
      }),
    [adopt, form, slot],
  );
  return { form, attachment, slot, state };
}

/** The form, its file, and what can be done with both. */
export type SubmissionHandle = ReturnType<typeof useSubmissionForm>;
