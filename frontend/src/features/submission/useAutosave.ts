import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { draftPort, type DraftText } from '@/api/drafts';
import { makeAutosave, newText, type Autosave, type SaveState, type Unsaved } from '@/lib/autosave';
import { claimSlot } from '@/lib/slots';
import { savesText } from '@/lib/unsaved';
import { useAppDispatch, type AppDispatch } from '@/state/hooks';
import { readAnchor, writeAnchor, type Anchor } from './draft';

/** Where a form begins: its text, and the draft on the server that it is saved to. */
export interface Beginning {
  readonly text: DraftText;
  readonly anchor: Anchor | null;
}

/** Saves what a form holds to a draft on the server. */
export interface AutosaveHandle {
  readonly saver: Autosave<DraftText>;
  readonly state: SaveState<DraftText>;
  /** Saves what there is, leaves its draft alone from then on, and begins another one. */
  readonly detach: (text: DraftText) => Autosave<DraftText>;
}

function makeSaver(
  dispatch: AppDispatch,
  userId: string,
  name: string,
  start: Unsaved<DraftText>,
  isSaved: boolean,
): Autosave<DraftText> {
  const port = draftPort(dispatch, userId);
  const keep = (unsaved: Unsaved<DraftText>, saved: boolean) => {
    port.keep(unsaved, saved);
    // Another form of this name may have begun meanwhile.
    if (readAnchor(userId, name)?.slot === unsaved.slot) writeAnchor(userId, name, anchorOf(unsaved, saved));
  };
  writeAnchor(userId, name, anchorOf(start, isSaved));
  return makeAutosave({ ...port, keep }, start, isSaved);
}

function anchorOf({ slot, draft, begun, text }: Unsaved<DraftText>, isSaved: boolean): Anchor {
  return { slot, draft, begun, isSaved, clearanceLevel: text.clearanceLevel };
}

/** Saves the form called `name` while it is written, when its window hides, and before its person signs out. */
export function useAutosave(userId: string, name: string, { text, anchor }: Beginning): AutosaveHandle {
  const dispatch = useAppDispatch();
  const [saver, setSaver] = useState(() => {
    const start = anchor === null ? newText(text) : { ...anchor, text };
    return makeSaver(dispatch, userId, name, start, anchor?.isSaved === true);
  });
  const state = useSyncExternalStore(saver.subscribe, saver.state);

  useEffect(() => {
    const release = claimSlot(saver.unsaved().slot);
    const stopSaving = savesText(saver.flush);
    const hidden = () => {
      if (document.visibilityState === 'hidden') void saver.flush();
    };
    const leaving = () => void saver.flush();
    document.addEventListener('visibilitychange', hidden);
    window.addEventListener('pagehide', leaving);
    window.addEventListener('online', leaving);
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      window.removeEventListener('pagehide', leaving);
      window.removeEventListener('online', leaving);
      stopSaving();
      void saver.flush().finally(() => {
        saver.stop();
        release();
      });
    };
  }, [saver]);

  const detach = useCallback(
    (next: DraftText) => {
      setSaver(makeSaver(dispatch, userId, name, newText(next), false));
      return saver;
    },
    [dispatch, name, saver, userId],
  );

  return { saver, state, detach };
}
