import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCreateDraftMutation } from '@/api/endpoints';
import { describeError } from '@/api/errors';
import type { Submission } from '@/api/types';
import { newAttemptKey } from '@/lib/keys';
import { paths } from '@/lib/paths';
import { useToast } from '@/state/hooks';
import { textToSave } from './draft';
import { revisedFile, revisedValues } from './revision';

/**
 * Opens the draft that revises a rejected submission. The server begins one for each submission: a revision that was begun
 * before is continued.
 */
export function useRevise(): (submission: Submission) => void {
  const navigate = useNavigate();
  const toast = useToast();
  const [createDraft] = useCreateDraftMutation();
  return useCallback(
    (submission) => {
      const begin = async () => {
        const text = textToSave(revisedValues(submission), revisedFile(submission)?.path ?? null, null);
        const draft = await createDraft({
          'Idempotency-Key': newAttemptKey(),
          createDraftRequest: { ...text, revises: submission.id },
        }).unwrap();
        await navigate(paths.draft(draft.id));
      };
      void begin().catch((error: unknown) => {
        toast({ tone: 'danger', title: 'Not revised', description: describeError(error) });
      });
    },
    [createDraft, navigate, toast],
  );
}
