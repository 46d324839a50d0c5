import { useLayoutEffect, useState, type ComponentType } from 'react';
import { registerLayer } from '@/keyboard/keyboard';
import { lazyPart, usePreload } from '../lazyPart';
import { DialogFailed, LayerFailed } from '../PartFailed';
import type { DialogProps } from './DialogBox';

/**
 * Disables the single-key shortcuts of the page while a dialog is requested, including the time until its code is
 * loaded.
 */
export function useKeyHold(isWanted: boolean): void {
  useLayoutEffect(() => (isWanted ? registerLayer({ isWanted: () => true }) : undefined), [isWanted]);
}

const Box = lazyPart<DialogProps>(
  async () => (await import(/* webpackChunkName: "layers" */ './DialogBox')).DialogBox,
  { Failed: DialogFailed },
);

/** A modal dialog. It traps the focus and returns it when it closes. */
export function Dialog(props: DialogProps) {
  useKeyHold(props.open);
  return <Box {...props} />;
}

/** Preloads the dialog code when the browser is idle, for screens that may open a dialog. */
export function useDialogSoon(): void {
  usePreload(Box);
}

interface DocumentDialogProps {
  /** The subject of the dialog, which is open while it is not `null`. */
  readonly document: object | null;
  readonly onClose: () => void;
}

/** A dialog about a document. Its code is loaded when the page is idle, so that a click does not wait for it. */
export function lazyDialog<Props extends DocumentDialogProps>(load: () => Promise<ComponentType<Props>>) {
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
