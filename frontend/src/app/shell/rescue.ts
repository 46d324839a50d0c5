import { draftPort, readUnsaved, type DraftText } from '@/api/drafts';
import { makeAutosave, type Unsaved } from '@/lib/autosave';
import { keepDraft, readDraft } from '@/lib/drafts';
import { dropFromJournal, readJournal } from '@/lib/journal';
import { isEditSlot, readFreeEdits } from '@/lib/keptEdits';
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

/** Where a reload of this window finds when the last edit was changed that its person was told of. */
const toldName = 'edits.told';

/** People who were told in this page that the browser keeps unsent edits of theirs. */
const told = new Set<string>();

/**
 * Says once in this window that the browser keeps edits of this person from before. They have no draft on the server. What
 * was kept since the page was opened is no news, and its notice would take the place of the one that told of it.
 */
async function tellOfEdits(dispatch: AppDispatch, person: string): Promise<void> {
  if (told.has(person)) return;
  told.add(person);
  const opened = performance.timeOrigin;
  const edits = await readFreeEdits(person);
  const before = readDraft(person, toldName);
  const known = typeof before === 'string' ? Date.parse(before) : Number.NEGATIVE_INFINITY;
  const news = edits.find(({ at }) => Date.parse(at) < opened && Date.parse(at) > known);
  if (news === undefined) return;
  keepDraft(person, toldName, news.at);
  dispatch(
    toastShown({
      tone: 'info',
      title: 'Unsent edit found',
      description: 'It is in your workspace, under PENDING EDITS.',
    }),
  );
}

/**
 * Saves the texts of this person that the browser kept and that no window is writing. Edits stay where they are, because
 * only their author sends them.
 */
export function rescueTexts(person: string) {
  return async (dispatch: AppDispatch): Promise<void> => {
    await tellOfEdits(dispatch, person);
    let count = 0;
    for (const { slot, value } of await readJournal(person)) {
      if (isEditSlot(slot)) continue;
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
