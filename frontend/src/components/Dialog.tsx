import type { DialogProps } from './DialogBox';
import { lazyPart, usePreload } from './lazyPart';
import { DialogFailed } from './PartFailed';
import { useKeyHold } from './useKeyHold';

const Box = lazyPart<DialogProps>(
  async () => (await import(/* webpackChunkName: "layers" */ './DialogBox')).DialogBox,
  { Failed: DialogFailed },
);

/** A layer over the page. Focus stays inside and goes back to where it came from. */
export function Dialog(props: DialogProps) {
  useKeyHold(props.open);
  return <Box {...props} />;
}

/** For screens that may open one: fetches its code in a quiet moment. */
export function useDialogSoon(): void {
  usePreload(Box);
}
