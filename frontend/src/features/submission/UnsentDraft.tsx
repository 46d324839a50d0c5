import { useEffect } from 'react';
import { useFields } from '@/components/Form';
import { LeaveGuard } from '@/components/LeaveGuard';
import { textToSave, writeDraft } from './draft';
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

/** Keeps the draft in the window's storage and on the server on every change, whichever tab is open, and guards it. */
export function UnsentDraft({ userId, handle }: UnsentDraftProps) {
  const { name: keptAs, form, attachment, autosave, clearanceLevel } = handle;
  const { saver, state } = autosave;
  const { values } = useFields(form);
  const { attachment: file } = attachment;
  const path = file.state === 'attached' ? file.path : null;
  const name = file.state === 'none' ? null : file.name;

  useEffect(() => {
    const isAttached = path !== null && name !== null;
    const draft = {
      values,
      file: isAttached ? { name, path } : null,
      lostFile: isAttached ? null : name,
    };
    writeDraft(userId, draft, keptAs);
  }, [userId, values, path, name, keptAs]);

  useEffect(() => {
    saver.change(textToSave(values, path, clearanceLevel));
  }, [saver, values, path, clearanceLevel]);

  const unsent = isUnsent(values, file);
  return (
    <LeaveGuard held={unsent} unsent={unsent && state.is !== 'saved'} uploading={file.state === 'sending'} />
  );
}
