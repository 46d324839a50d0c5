import { useEffect } from 'react';
import { useFields } from '@/components/Form';
import { LeaveGuard } from '@/components/LeaveGuard';
import { writeDraft } from './draft';
import { isBlank, type SubmissionValues } from './schema';
import type { Attachment } from './useAttachment';
import type { SubmissionHandle } from './useSubmissionForm';

/** Whether the form holds anything that has not been sent. */
export function isUnsent(values: SubmissionValues, { state }: Attachment): boolean {
  return !isBlank(values) || state === 'attached' || state === 'sending';
}

interface UnsentDraftProps {
  readonly userId: string;
  readonly handle: SubmissionHandle;
}

/** Keeps the draft in the window's storage on every change, whichever tab is open, and guards it. */
export function UnsentDraft({ userId, handle: { form, revising, attachment } }: UnsentDraftProps) {
  const { values } = useFields(form);
  const { attachment: file } = attachment;
  const path = file.state === 'attached' ? file.path : null;
  const name = file.state === 'none' ? null : file.name;

  useEffect(() => {
    const isAttached = path !== null && name !== null;
    writeDraft(userId, {
      values,
      file: isAttached ? { name, path } : null,
      lostFile: isAttached ? null : name,
      revising,
    });
  }, [userId, values, revising, path, name]);

  return <LeaveGuard unsent={isUnsent(values, file)} uploading={file.state === 'sending'} />;
}
