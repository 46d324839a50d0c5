import { useId, type ReactNode } from 'react';
import type { Submission } from '@/api/types';
import { Button } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import { Form, useZodForm } from '@/components/Form';
import { Textarea } from '@/components/Textarea';
import { shortId } from '@/lib/ids';
import { rejectionSchema } from './review';

interface RejectDialogProps {
  readonly submission: Pick<Submission, 'id' | 'title'>;
  /** What was written in the comment already; often it is the reason. */
  readonly comment: string;
  readonly busy: boolean;
  /** Something to know before rejecting. */
  readonly note?: ReactNode;
  readonly onClose: () => void;
  readonly onReject: (reason: string) => Promise<void>;
}

/** Asks why. The author sees the answer and can send the record in again. */
export function RejectDialog({ submission, comment, busy, note, onClose, onReject }: RejectDialogProps) {
  const id = useId();
  const form = useZodForm(rejectionSchema, { reason: comment });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Reject submission"
      description={`${shortId('SUB', submission.id)} "${submission.title}" will not be published.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="danger" busy={busy}>
            Reject
          </Button>
        </>
      }
    >
      <Form id={id} form={form} label="Reject submission" onSubmit={({ reason }) => onReject(reason)}>
        {note}
        <Textarea
          label="Reason"
          rows={5}
          required
          hint="The author reads it."
          error={form.formState.errors.reason?.message}
          {...form.register('reason')}
        />
      </Form>
    </Dialog>
  );
}
