import { lazyPart, usePreload } from '@/components/lazyPart';
import { PartFailed } from '@/components/PartFailed';
import type { SubmissionHandle } from './useSubmissionForm';

const DraftConflictBox = lazyPart(
  async () => (await import(/* webpackChunkName: "draft-conflict" */ './DraftConflictBox')).DraftConflictBox,
  { Failed: PartFailed },
);

/** The choice between both texts, where a draft was changed in another window too. */
export function DraftConflict({ handle }: { readonly handle: SubmissionHandle }) {
  usePreload(DraftConflictBox);
  const { state } = handle.autosave;
  return state.is === 'changed' ? <DraftConflictBox handle={handle} stored={state.stored} /> : null;
}
