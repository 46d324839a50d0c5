import { useWithdrawSubmissionMutation } from '@/api/endpoints';
import type { Submission } from '@/api/types';
import { useConfirm } from '@/components/dialog/ConfirmDialog';
import { Isolated } from '@/components/Isolated';

/** Asks for confirmation, then takes a submission out of the review. */
export function useWithdrawal() {
  const [withdraw] = useWithdrawSubmissionMutation();
  return useConfirm(({ id, title, category }: Submission) => ({
    title: 'Withdraw submission',
    description: (
      <>
        Take "<Isolated>{title}</Isolated>" out of the review? Approvals so far are lost. Its text and file
        become a draft; passages above your level do not return.
        {category === 'INCIDENT' && ' Sent again, it gets another incident number.'}
      </>
    ),
    confirmLabel: 'Withdraw',
    danger: true,
    onConfirm: () => withdraw(id),
  }));
}
