import { useCallback, useEffect, useState } from 'react';
import { useForm } from '@/components/Form';
import type { Resolution } from '@/lib/autosave';
import { onDiscard } from '@/lib/drafts';
import { textLimits } from '@/lib/recordText';
import { countCharacters } from '@/lib/text';
import { isPlainText } from '@/lib/uploads';
import { fromText, hasFile, parseDraft, textToSave, type Anchor, type Draft } from './draft';
import { checkSubmission, emptyValues, isBlank, type SubmissionValues } from './schema';
import { useAttachment } from './useAttachment';
import { useAutosave } from './useAutosave';

/** The text of a file, if it fits into the content field. `null` also if the file cannot be read any more. */
async function textOf(file: File): Promise<string | null> {
  if (!isPlainText(file.name)) return null;
  try {
    const text = (await file.text()).replace(/^\uFEFF/, '');
    return countCharacters(text) <= textLimits.content ? text : null;
  } catch {
    return null;
  }
}

/** What a form begins with. */
export interface FormStart {
  /** The name under which the window keeps it. */
  readonly name: string;
  readonly kept: Draft;
  /** The draft on the server that it is saved to; `null` before the first save. */
  readonly anchor: Anchor | null;
}

/**
 * The form with its file, saved to a draft while it is written. It starts with the kept draft.
 * `prefill` goes into an empty form directly; otherwise it takes the place of the text after a confirmation, and the text
 * stays in the drafts. `onTaken` is called when a proposal is in the form.
 */
export function useSubmissionForm(
  userId: string,
  start: FormStart,
  prefill: SubmissionValues | null,
  onTaken: () => void,
) {
  const [{ name, kept, anchor }] = useState(start);
  // Text from a link may join a file that is already attached. A new document starts without it.
  const conflict = prefill !== null && (!isBlank(kept.values) || (isBlank(prefill) && hasFile(kept)));
  const [proposal, setProposal] = useState<SubmissionValues | null>(conflict ? prefill : null);
  const form = useForm(checkSubmission, prefill !== null && !conflict ? prefill : kept.values);

  const attachment = useAttachment(kept, (file) => {
    void textOf(file).then((text) => {
      if (text !== null && form.values().content.trim() === '') form.set('content', text);
    });
  });

  const { adopt, remove } = attachment;
  const path = attachment.attachment.state === 'attached' ? attachment.attachment.path : null;
  const clearanceLevel = anchor?.clearanceLevel ?? null;
  const autosave = useAutosave(userId, name, {
    text: textToSave(form.values(), kept.file?.path ?? null, clearanceLevel),
    anchor,
  });
  const { detach, saver } = autosave;
  const take = useCallback(
    (taken: SubmissionValues) => {
      // What the form holds stays in a draft of its own.
      detach(textToSave(emptyValues, null, null));
      remove();
      form.reset(taken);
      setProposal(null);
      onTaken();
      // After a dialog that closes has returned the focus.
      setTimeout(() => {
        form.focus('title');
      });
    },
    [detach, remove, form, onTaken],
  );

  const clear = useCallback(() => {
    const left = detach(textToSave(emptyValues, null, null));
    form.reset(emptyValues);
    remove();
    return left;
  }, [detach, remove, form]);

  /** Shows another text of the same draft. */
  const show = useCallback(
    (draft: Draft) => {
      form.reset(draft.values);
      adopt(draft.file);
    },
    [adopt, form],
  );

  const resolve = useCallback(
    (how: Resolution) => {
      const state = saver.state();
      if (how === 'theirs' && state.is === 'changed')
        show(fromText(state.stored.text, state.stored.fileName));
      saver.resolve(how);
    },
    [saver, show],
  );

  // A draft sent by an earlier instance of this form is removed from this one too.
  useEffect(
    () =>
      onDiscard(userId, name, (sent) => {
        const draft = sent === null ? null : parseDraft(JSON.parse(sent));
        if (draft === null || JSON.stringify(draft.values) === JSON.stringify(form.values())) {
          form.reset(emptyValues);
        }
        if (draft === null || draft.file?.path === path) remove();
      }),
    [userId, name, form, path, remove],
  );

  return {
    name,
    form,
    attachment,
    clearanceLevel,
    autosave,
    clear,
    show,
    resolve,
    proposal,
    acceptProposal: () => {
      if (proposal) take(proposal);
    },
    declineProposal: () => {
      setProposal(null);
    },
  };
}

/** The form, its file, and what can be done with both. */
export type SubmissionHandle = ReturnType<typeof useSubmissionForm>;
