import { useState } from 'react';
import { useLazyGetOwnEditQuery, useWithdrawEditMutation } from '@/api/endpoints';
import { describeError } from '@/api/errors';
import { useUser } from '@/api/selectors';
import type { OwnEdit } from '@/api/types';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { Isolated } from '@/components/Isolated';
import { isRefusal } from '@/lib/errors';
import { discardEdit, keepEdit } from '@/lib/keptEdits';
import { useToast } from '@/state/hooks';

/** An edit that was sent, as the form of its document takes it. */
function unsentOf(edit: OwnEdit) {
  const { documentId, title, category, clearanceLevel, content, changeDescription, baseVersion } = edit;
  const values = {
    title,
    category,
    level: String(clearanceLevel),
    content: content ?? '',
    changeDescription: changeDescription ?? '',
  };
  // The text that it was made from is that of the version, which the form knows.
  const draft = { base: { version: baseVersion, values: null }, values, revising: null };
  return { documentId, title, at: new Date().toISOString(), draft };
}

/** Why an edit is not withdrawn whose text the browser does not keep. */
const notKept = 'This browser cannot store the text. Free some space, or use a window that is not private.';

/**
 * Takes an edit out of the review. Its text stays in this browser, as an unsent edit: it is there before the server forgets
 * the edit.
 */
function useWithdraw() {
  const { id: person } = useUser();
  const toast = useToast();
  const [getEdit] = useLazyGetOwnEditQuery();
  const [withdrawEdit] = useWithdrawEditMutation();
  return async (id: string) => {
    try {
      const edit = await getEdit(id).unwrap();
      const slot = await keepEdit(person, unsentOf(edit));
      if (slot === null) {
        toast({ tone: 'danger', title: 'Not withdrawn', description: notKept });
        return;
      }
      await withdrawEdit(id)
        .unwrap()
        .catch(async (error: unknown) => {
          // Without an answer, the server may have withdrawn it all the same.
          if (isRefusal(error)) await discardEdit(person, slot);
          throw error;
        });
    } catch (error) {
      toast({ tone: 'danger', title: 'Not withdrawn', description: describeError(error) });
    }
  };
}

interface WithdrawEditProps {
  /** The edit to withdraw; the dialog is open while there is one. */
  readonly edit: OwnEdit | null;
  readonly onClose: () => void;
}

/** Asks for confirmation, then withdraws the edit. */
export function WithdrawEdit({ edit, onClose }: WithdrawEditProps) {
  const withdraw = useWithdraw();
  const [busy, setBusy] = useState(false);
  // Keeps the text on screen while the dialog closes.
  const [last, setLast] = useState(edit);
  if (edit !== null && edit !== last) setLast(edit);
  return (
    <ConfirmDialog
      open={edit !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Withdraw edit"
      description={
        <>
          Take the edit of "<Isolated>{last?.title ?? ''}</Isolated>" out of the review? Approvals so far are
          lost. Its text stays in this browser, unsent.
        </>
      }
      confirmLabel="Withdraw"
      danger
      busy={busy}
      onConfirm={() => {
        if (edit === null) return;
        setBusy(true);
        void withdraw(edit.id).finally(() => {
          setBusy(false);
          onClose();
        });
      }}
    />
  );
}
