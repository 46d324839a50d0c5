import { useState } from 'react';
import { useWithdrawSubmissionMutation } from '@/api/endpoints';
import type { Submission } from '@/api/types';
import { ConfirmDialog } from '@/components/dialog/ConfirmDialog';
import { Isolated } from '@/components/Isolated';

interface WithdrawSubmissionProps {
  /** The submission to withdraw; the dialog is open while there is one. */
  readonly submission: Submission | null;
  readonly onClose: () => void;
}

/** Asks for confirmation, then takes the submission out of the review. */
export function WithdrawSubmission({ submission, onClose }: WithdrawSubmissionProps) {
  const [withdraw, { isLoading }] = useWithdrawSubmissionMutation();
  // Keeps the text on screen while the dialog closes.
  const [last, setLast] = useState(submission);
  if (submission !== null && submission !== last) setLast(submission);
  const isNumbered = last?.category === 'INCIDENT';
  return (
    <ConfirmDialog
      open={submission !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Withdraw submission"
      description={
        <>
          Take "<Isolated>{last?.title ?? ''}</Isolated>" out of the review? Approvals so far are lost. Its
          text and file become a draft; passages above your level do not return.
          {isNumbered && ' Sent again, it gets another incident number.'}
        </>
      }
      confirmLabel="Withdraw"
      danger
      busy={isLoading}
      onConfirm={() => {
        if (submission) void withdraw(submission.id).finally(onClose);
      }}
    />
  );
}
