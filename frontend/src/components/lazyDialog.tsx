import { useState, type ComponentType } from 'react';
import { lazyPart, usePreload } from './lazyPart';
import { LayerFailed } from './PartFailed';

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
