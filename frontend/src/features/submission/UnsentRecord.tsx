import { useEffect } from 'react';
import { useFields } from '@/components/form/Form';
import { LeaveGuard } from '@/records/writing/LeaveGuard';
import { isBlank, type SubmissionValues } from './schema';
import type { Attachment } from './useAttachment';
import type { SubmissionHandle } from './useSubmissionForm';

/** Whether the form holds anything that has not been sent. */
export function isUnsent(values: SubmissionValues, { state }: Attachment): boolean {
  return !isBlank(values) || state === 'attached' || state === 'sending';
}

/** Keeps what the form holds on every change, whichever tab is open, and guards it. */
export function UnsentRecord({ handle }: { readonly handle: SubmissionHandle }) {
  const { form, attachment, slot, state } = handle;
  const { values } = useFields(form);
  const { attachment: file } = attachment;
  const path = file.state === 'attached' ? file.path : null;
  const name = file.state === 'none' ? null : file.name;

  useEffect(() => {
    const isAttached = path !== null && name !== null;
    const { clearanceLevel } = slot.kept().text;
    slot.change({
      ...values,
      file: isAttached ? { name, path } : null,
      lostFile: isAttached ? null : name,
      clearanceLevel,
    });
  }, [slot, values, path, name]);

  const unsent = isUnsent(values, file);
  return (
    <LeaveGuard held={unsent} unsent={unsent && state.is !== 'saved'} uploading={file.state === 'sending'} />
  );
}
