import { useId, type ReactNode } from 'react';
import type { Submission } from '@/api/types';
import { Button } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import { Form, useFields, useForm } from '@/components/Form';
import { Textarea } from '@/components/Textarea';
import { shortId } from '@/lib/ids';
import { readTexts, useDraft, useKeptForm } from '@/state/useDraft';
import { checkRejection, rejectionDraft } from './review';

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

/** Asks for the reason. The author sees it and can revise and resubmit the record. */
export function RejectDialog({ submission, comment, busy, note, onClose, onReject }: RejectDialogProps) {
  const id = useId();
  const name = rejectionDraft(submission.id);
  const initial = { reason: comment };
  const { kept } = useDraft(name, (stored) => readTexts(stored, initial));
  const form = useForm(checkRejection, initial, kept ?? undefined);
  useKeptForm(name, form);
  const { field } = useFields(form);
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
      <Form id={id} form={form} label="Reject submission" onSubmit={({ reason }) => onReject(reason.trim())}>
        {note}
        <Textarea label="Reason" rows={5} required hint="The author will see this." {...field('reason')} />
      </Form>
    </Dialog>
  );
}
