import { TextConflict } from '@/text/TextConflict';
import type { SubmissionHandle } from './useSubmissionForm';

/** The choice between both texts of a record, where its draft was changed in another window too. */
export function RecordConflict({ handle: { form, slot, state } }: { readonly handle: SubmissionHandle }) {
  return (
    <TextConflict
      slot={slot}
      state={state}
      hasCopies
      shown={(text) => text}
      onResolved={() => form.focus('title')}
    />
  );
}
