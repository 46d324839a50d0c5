import { useEffect } from 'react';
import { storedText } from '@/api/drafts';
import { api } from '@/api/endpoints';
import { isAppError } from '@/api/errors';
import { useUser } from '@/api/selectors';
import { useAppDispatch } from '@/state/hooks';
import { draftSent, fromServer, readDraft, type Anchor } from './draft';
import type { SubmissionHandle } from './useSubmissionForm';

/**
 * Shows what became of a draft since this window saved it, unless something was typed here meanwhile: another window may
 * have changed, submitted or deleted it. Asks whenever the person returns to this window and, with `anchor`, at the start.
 */
export function useFreshDraft({ name, autosave, show }: SubmissionHandle, anchor: Anchor | null): void {
  const { id: userId } = useUser();
  const dispatch = useAppDispatch();
  const { saver } = autosave;
  const isKnown = anchor?.isSaved === true && anchor.draft !== null;
  useEffect(() => {
    let isWanted = true;
    const look = () => {
      const { draft } = saver.unsaved();
      const isUntouched = () => saver.unsaved().draft?.revision === draft?.revision && saver.isClean();
      if (draft === null || document.visibilityState === 'hidden' || !isUntouched()) return;
      const asked = dispatch(
        api.endpoints.getDraft.initiate(draft.id, { forceRefetch: true, subscribe: false }),
      );
      void asked.then(({ data, error }) => {
        if (!isWanted || !isUntouched()) return;
        if (isAppError(error) && error.status === 404) draftSent(userId, readDraft(userId, name), name);
        else if (data !== undefined && data.revision !== draft.revision) {
          saver.adopt(storedText(data));
          show(fromServer(data));
        }
      });
    };
    if (isKnown) look();
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      isWanted = false;
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [dispatch, isKnown, name, saver, show, userId]);
}
