import { Button } from '@/components/Button';
import { Reserved } from '@/components/Layout';
import { formatTime } from '@/lib/dates';
import { SavedLamp } from './SavedLamp';
import type { SlotHandle } from './useTextSlot';

/** Whether the server has what is written, and when it was saved. */
export function SavedMark<Text>({ state, slot }: SlotHandle<Text>) {
  switch (state.is) {
    case 'empty':
      // Its first words would move the form while somebody types.
      return (
        <Reserved>
          <SavedLamp>Saved 00:00:00</SavedLamp>
        </Reserved>
      );
    case 'saving':
      return <SavedLamp waiting>SAVING</SavedLamp>;
    case 'saved':
      return <SavedLamp>{state.at === null ? 'Saved' : `Saved ${formatTime(state.at)}`}</SavedLamp>;
    case 'changed':
      return <SavedLamp bad>NOT SAVED</SavedLamp>;
    case 'failed':
      return (
        <SavedLamp bad why={state.message}>
          NOT SAVED
          <Button size="sm" variant="flat" onClick={() => void slot.flush()}>
            Retry
          </Button>
        </SavedLamp>
      );
  }
}
