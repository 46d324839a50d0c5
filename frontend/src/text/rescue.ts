import type { AppDispatch } from '@/state/hooks';
import { toastShown } from '@/state/uiSlice';
import { freeTexts, keeperOf } from './browser';
import { withFreeSlot } from './claims';
import { editHome, editPrefix, type EditText } from './editDrafts';
import { recordHome } from './recordDrafts';
import { emptyRecord, isBlankRecord, readRecord, recordPrefix, type RecordText } from './recordText';
import { removeDraft, type KeptText, type TextHome } from './keptText';
import { makeSlot } from './slot';

/** Texts that the server has refused. They are not sent again until they change. */
const refused = new Map<string, string>();

/** Saves one text to its home. `true` if the server has it afterwards. */
async function saved<Text>(
  person: string,
  start: KeptText<Text>,
  home: TextHome<Text>,
  isBlank: (text: Text) => boolean,
): Promise<boolean> {
  const blank = () => start.text;
  const slot = makeSlot({ start, keeper: keeperOf<Text>(person), home, blank, isBlank });
  let isSaved = await slot.flush();
  if (slot.state().is === 'changed' && home.hasCopies) {
    // No user is there to choose, so both texts are kept.
    slot.resolve('both');
    isSaved = await slot.flush();
  }
  const state = slot.state();
  // An edit has one draft: where both texts differ, this one waits until its author opens the form.
  if (state.is === 'changed' || (state.is === 'failed' && state.isRefused)) refused.set(start.slot, start.at);
  slot.stop();
  return isSaved;
}

/** A kept record in its present form, also one that an earlier version kept. */
function asRecord(kept: KeptText<unknown>): KeptText<RecordText> {
  const read = (stored: unknown) => readRecord(stored) ?? emptyRecord;
  const { text, begun } = kept;
  return { ...kept, text: read(text), begun: begun && { ...begun, text: read(begun.text) } };
}

/** Saves a text of this person whose window is gone. `true` if the server has it afterwards. */
async function rescued(dispatch: AppDispatch, person: string, kept: KeptText<unknown>): Promise<boolean> {
  if (kept.name.startsWith(recordPrefix)) {
    const home = recordHome(dispatch, person);
    if (!kept.isDiscarded) return saved(person, asRecord(kept), home, isBlankRecord);
    await removeDraft(home, keeperOf<RecordText>(person), kept as KeptText<RecordText>);
  } else if (kept.name.startsWith(editPrefix)) {
    const home = editHome(dispatch, person);
    if (!kept.isDiscarded) return saved(person, kept as KeptText<EditText>, home, () => false);
    await removeDraft(home, keeperOf<EditText>(person), kept as KeptText<EditText>);
  }
  // All other texts stay in this browser until their form is opened.
  return false;
}

/** Saves the texts of this person that the browser kept and that no window is writing. */
export function rescueTexts(person: string) {
  return async (dispatch: AppDispatch): Promise<void> => {
    let count = 0;
    for (const kept of await freeTexts(person))
      await withFreeSlot(kept.slot, async () => {
        if (refused.get(kept.slot) !== kept.at && (await rescued(dispatch, person, kept))) count += 1;
      });
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
