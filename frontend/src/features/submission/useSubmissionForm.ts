import { useCallback, useEffect, useState } from 'react';
import type { Submission } from '@/api/types';
import { useForm } from '@/components/Form';
import { onDiscard } from '@/lib/drafts';
import { isPlainText } from '@/lib/uploads';
import { draftName, readDraft, type AttachedFile } from './draft';
import { checkSubmission, emptyValues, isBlank, textLimits, type SubmissionValues } from './schema';
import { useAttachment } from './useAttachment';

/** The text of a file, when it fits into the content field. `null` also where the file has vanished meanwhile. */
async function textOf(file: File): Promise<string | null> {
  if (!isPlainText(file.name)) return null;
  try {
    const text = (await file.text()).replace(/^\uFEFF/, '');
    return Array.from(text).length <= textLimits.content ? text : null;
  } catch {
    return null;
  }
}

/** What wants to be put into the form. Without a `file` the one that is there stays. */
interface Proposal {
  readonly values: SubmissionValues;
  readonly file?: AttachedFile | null;
}

/**
 * The form, its file, and whatever wants to be put into them. It starts with what was kept; `prefill` goes into an empty
 * form at once and waits for a yes otherwise.
 */
export function useSubmissionForm(userId: string, prefill: SubmissionValues | null) {
  const [kept] = useState(() => readDraft(userId));
  const conflict = prefill !== null && !isBlank(kept.values);
  const [proposal, setProposal] = useState<Proposal | null>(conflict ? { values: prefill } : null);
  const form = useForm(checkSubmission, prefill !== null && !conflict ? prefill : kept.values);

  const attachment = useAttachment(kept.file, (file) => {
    void textOf(file).then((text) => {
      if (text !== null && form.values().content.trim() === '') form.set('content', text);
    });
  });

  const { adopt, remove } = attachment;
  const path = attachment.attachment.state === 'attached' ? attachment.attachment.path : null;
  const take = useCallback(
    ({ values, file }: Proposal) => {
      form.reset(values);
      if (file !== undefined) adopt(file);
      setProposal(null);
      // Once the fields are there again.
      setTimeout(() => {
        form.focus('title');
      });
    },
    [adopt, form],
  );

  const clear = useCallback(() => {
    form.reset(emptyValues);
    remove();
  }, [remove, form]);

  // What was sent goes from this form too, when another instance of it was left while it was on its way.
  useEffect(
    () =>
      onDiscard(userId, draftName, (sent) => {
        const draft = sent === null ? null : (JSON.parse(sent) as ReturnType<typeof readDraft>);
        if (draft === null || JSON.stringify(draft.values) === JSON.stringify(form.values()))
          form.reset(emptyValues);
        if (draft === null || draft.file?.path === path) remove();
      }),
    [userId, form, path, remove],
  );

  /** Puts a rejected submission's text and file into the form; where there is some already, asks first. */
  const submitAgain = useCallback(
    ({ title, category, content, filePath }: Submission) => {
      const file = filePath === null ? null : { name: 'File of the rejected submission', path: filePath };
      const again = { values: { title, category, content: content ?? '' }, file };
      if (isBlank(form.values())) take(again);
      else setProposal(again);
    },
    [form, take],
  );

  return {
    form,
    attachment,
    clear,
    submitAgain,
    proposal,
    acceptProposal: () => {
      if (proposal) take(proposal);
    },
    declineProposal: () => {
      setProposal(null);
    },
  };
}

export type SubmissionHandle = ReturnType<typeof useSubmissionForm>;
