import { useFields } from '@/components/form/Form';
import { LeaveGuard } from '@/records/writing/LeaveGuard';
import { isBlank } from './schema';
import type { SubmissionHandle } from './useSubmissionForm';

/** Guards what the form holds, whichever tab is open. */
export function UnsentRecord({ handle }: { readonly handle: SubmissionHandle }) {
  const { form, uploads, state } = handle;
  const { values } = useFields(form);
  const unsent = !isBlank(values);
  return (
    <LeaveGuard held={unsent} unsent={unsent && state.is !== 'saved'} uploading={uploads.underWay > 0} />
  );
}
