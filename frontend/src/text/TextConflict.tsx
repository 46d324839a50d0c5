import { lazyPart, usePreload } from '@/components/lazyPart';
import { PartFailed } from '@/components/PartFailed';
import type { ShownText } from './TextConflictBox';
import type { SlotHandle } from './useTextSlot';

const TextConflictBox = lazyPart(
  async () => (await import(/* webpackChunkName: "text-conflict" */ './TextConflictBox')).TextConflictBox,
  { Failed: PartFailed },
);

interface TextConflictProps<Text> extends SlotHandle<Text> {
  readonly shown: (text: Text) => ShownText;
  /** A text may be kept beside the other one. */
  readonly hasCopies?: boolean;
  /** Called when the choice is made, whose buttons are gone then. */
  readonly onResolved: () => void;
}

/** The choice between both texts, where one was changed in another window too. */
export function TextConflict<Text>({
  slot,
  state,
  shown,
  hasCopies = false,
  onResolved,
}: TextConflictProps<Text>) {
  usePreload(TextConflictBox);
  if (state.is !== 'changed') return null;
  return (
    <TextConflictBox
      mine={shown(slot.kept().text)}
      theirs={shown(state.stored.text)}
      at={state.stored.at}
      hasCopies={hasCopies}
      onResolve={(how) => {
        slot.resolve(how);
        onResolved();
      }}
    />
  );
}
