import { useEffect, useState, useSyncExternalStore } from 'react';
import { claimSlot } from './claims';
import { makeSlot, type SaveState, type SlotParts, type TextSlot } from './slot';
import { savesText } from '@/lib/unsaved';

/** The slot of a form, and what its indicator shows. */
export interface SlotHandle<Text> {
  readonly slot: TextSlot<Text>;
  readonly state: SaveState<Text>;
}

/**
 * The slot of this form, for as long as it is shown. What it holds is saved when its window hides and before its person
 * signs out; whenever they return to it, it shows what became of the draft elsewhere.
 */
export function useTextSlot<Text>(make: () => SlotParts<Text>): SlotHandle<Text> {
  const [slot] = useState(() => makeSlot(make()));
  const state = useSyncExternalStore(slot.subscribe, slot.state);
  useEffect(() => {
    slot.start();
    const release = claimSlot(slot.kept().slot);
    const stopSaving = savesText(slot.flush);
    const save = () => void slot.flush();
    const look = () => {
      if (document.visibilityState === 'hidden') save();
      else void slot.refresh();
    };
    document.addEventListener('visibilitychange', look);
    window.addEventListener('focus', look);
    window.addEventListener('pagehide', save);
    window.addEventListener('online', save);
    void slot.refresh();
    return () => {
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('focus', look);
      window.removeEventListener('pagehide', save);
      window.removeEventListener('online', save);
      stopSaving();
      void slot.flush().finally(() => {
        slot.stop();
        release();
      });
    };
  }, [slot]);
  return { slot, state };
}
