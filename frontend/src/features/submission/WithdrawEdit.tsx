import { useLazyGetOwnEditQuery, useWithdrawEditMutation } from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import type { OwnEdit } from '@/api/types';
import { useConfirm } from '@/components/dialog/ConfirmDialog';
import { Isolated } from '@/components/Isolated';
import { describeError, isRefusal } from '@/lib/errors';
import { newAttemptKey } from '@/lib/keys';
import { useAppDispatch, useToast } from '@/state/hooks';
import { editFields, editHome, type EditText } from '@/text/editDrafts';

/** An edit that was sent, as the form of its document has it. */
function textOf(edit: OwnEdit): EditText {
  return {
    documentId: edit.documentId,
    revises: null,
    // The text that it was made from is that of the version, which the form knows.
    base: { version: edit.baseVersion, values: null },
    values: editFields(edit),
  };
}

/** Takes an edit out of the review. Its text becomes a draft before the edit is gone. */
function useWithdraw() {
  const { id: person } = useUser();
  const toast = useToast();
  const dispatch = useAppDispatch();
  const [getEdit] = useLazyGetOwnEditQuery();
  const [withdrawEdit] = useWithdrawEditMutation();
  return async (id: string) => {
    const refuse = (description: string) => toast({ tone: 'danger', title: 'Not withdrawn', description });
    try {
      const edit = await getEdit(id).unwrap();
      const home = editHome(dispatch, person);
      const kept = await home.begin(newAttemptKey(), textOf(edit));
      if (kept.is === 'changed')
        refuse('You have other unsent changes of this document. Discard them first.');
      else if (kept.is !== 'saved') refuse(kept.is === 'gone' ? 'The document is gone.' : kept.message);
      else
        await withdrawEdit(id)
          .unwrap()
          .catch(async (error: unknown) => {
            // Without an answer, the server may have withdrawn it all the same.
            if (isRefusal(error)) await home.remove(edit.documentId);
            throw error;
          });
    } catch (error) {
      refuse(describeError(error));
    }
  };
}

export function useEditWithdrawal() {
  const withdraw = useWithdraw();
  return useConfirm(({ id, title }: OwnEdit) => ({
    title: 'Withdraw edit',
    description: (
      <>
        Take the edit of "<Isolated>{title}</Isolated>" out of the review? Approvals so far are lost. Its text
        becomes a draft.
      </>
    ),
    confirmLabel: 'Withdraw',
    danger: true,
    onConfirm: () => withdraw(id),
  }));
}
