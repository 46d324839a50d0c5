import { useLayoutEffect, useState, type ComponentType } from 'react';
import { holdForLayer } from '@/keyboard/keyboard';
import { lazyPart, usePreload } from '../lazyPart';
import { DialogFailed, LayerFailed } from '../PartFailed';
import type { DialogProps } from './DialogBox';

/** Keeps single keys from the page while a dialog is wanted, also until its code has arrived. */
export function useKeyHold(isWanted: boolean): void {
  useLayoutEffect(() => (isWanted ? holdForLayer({ isWanted: () => true }) : undefined), [isWanted]);
}

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

interface AsksAbout {
  /** What the dialog is about; it is open while there is something. */
  readonly document: object | null;
  readonly onClose: () => void;
}

/** A dialog about a document. Its code comes once the page that may ask is idle, so that no click waits for it. */
export function lazyDialog<Props extends AsksAbout>(load: () => Promise<ComponentType<Props>>) {
  const Dialog = lazyPart<Props>(load, {
    Failed: ({ failure, onRetry, wanted }) =>
      wanted.document === null ? null : (
        <LayerFailed failure={failure} onRetry={onRetry} onClose={wanted.onClose} />
      ),
  });
  return function LazyDialog(props: Props) {
    usePreload(Dialog);
    const [asked, setAsked] = useState(props.document !== null);
    if (props.document !== null && !asked) setAsked(true);
    return asked ? <Dialog {...props} /> : null;
  };
}
