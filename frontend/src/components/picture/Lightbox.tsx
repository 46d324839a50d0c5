import { useKeyHold } from '../dialog/Dialog';
import { lazyPart } from '../lazyPart';
import { LayerFailed } from '../PartFailed';
import type { LightboxProps } from './LightboxDialog';

const Part = lazyPart<LightboxProps>(
  async () => (await import(/* webpackChunkName: "lightbox" */ './LightboxDialog')).LightboxDialog,
  {
    Failed: ({ failure, onRetry, wanted }) => (
      <LayerFailed failure={failure} onRetry={onRetry} onClose={wanted.onClose} />
    ),
  },
);

/** Shows a picture in full size over the page. Its code is loaded when the first one is opened. */
export function Lightbox(props: LightboxProps) {
  useKeyHold(true);
  return <Part {...props} />;
}
