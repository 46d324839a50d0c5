import { draftPort, readUnsaved, type DraftText } from '@/api/drafts';
import { makeAutosave, type Unsaved } from '@/lib/autosave';
import { dropFromJournal, readJournal } from '@/lib/journal';
import { withFreeSlot } from '@/lib/slots';
import type { AppDispatch } from '@/state/hooks';
import { toastShown } from '@/state/uiSlice';

/** Saves one text. `true` if the server has it afterwards. */
async function rescued(dispatch: AppDispatch, person: string, unsaved: Unsaved<DraftText>): Promise<boolean> {
  const saver = makeAutosave(draftPort(dispatch, person), unsaved, false);
  let isSaved = await saver.flush();
  if (saver.state().is === 'changed') {
    // Nobody is there to choose, so both texts stay.
    saver.resolve('both');
    isSaved = await saver.flush();
  }
  saver.stop();
  return isSaved;
}

/** Saves the texts of this person that the browser kept and that no window is writing. */
export function rescueTexts(person: string) {
  return async (dispatch: AppDispatch): Promise<void> => {
    let count = 0;
    for (const { slot, value } of await readJournal(person)) {
      const unsaved = readUnsaved(value);
      await withFreeSlot(slot, async () => {
        if (unsaved === null) await dropFromJournal(person, slot);
        else if (await rescued(dispatch, person, unsaved)) count += 1;
      });
    }
    if (count === 0) return;
    dispatch(
      toastShown({
        tone: 'ok',
        title: 'Unsaved text recovered',
        description: 'It is in your workspace, under DRAFTS.',
      }),
    );
  };
}
