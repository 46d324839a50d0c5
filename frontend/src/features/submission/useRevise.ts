import { useCallback } from 'react';
import { afresh } from '@/api/baseApi';
import { api, useCreateDraftMutation } from '@/api/endpoints';
import type { Submission } from '@/api/types';
import { describeError } from '@/lib/errors';
import { newAttemptKey } from '@/lib/keys';
import { paths } from '@/lib/paths';
import { useNavigate } from '@/router/RouterProvider';
import { useAppDispatch, useToast } from '@/state/hooks';
import { draftRequest } from '@/text/recordDrafts';
import { revisedText } from './revision';

/**
 * Opens the draft that revises a rejected submission. The server begins one for each submission: a revision that was
 * begun before is continued.
 */
export function useRevise(): (submission: Pick<Submission, 'id'>) => void {
  const navigate = useNavigate();
  const toast = useToast();
  const dispatch = useAppDispatch();
  const [createDraft] = useCreateDraftMutation();
  return useCallback(
    ({ id }) => {
      const begin = async () => {
        // The list has no texts.
        const submission = await dispatch(api.endpoints.getOwnSubmission.initiate(id, afresh)).unwrap();
        const draft = await createDraft({
          'Idempotency-Key': newAttemptKey(),
          createDraftRequest: { ...draftRequest(revisedText(submission)), revises: id },
        }).unwrap();
        await navigate(paths.draft(draft.id));
      };
      void begin().catch((error: unknown) =>
        toast({ tone: 'danger', title: 'Not revised', description: describeError(error) }),
      );
    },
    [createDraft, dispatch, navigate, toast],
  );
}
