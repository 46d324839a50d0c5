import { useState } from 'react';
import type { ConfirmDialogProps } from './ConfirmDialogBox';
import { lazyPart, usePreload } from './lazyPart';
import { LayerFailed } from './PartFailed';

const Box = lazyPart<ConfirmDialogProps>(
  async () => (await import(/* webpackChunkName: "layers" */ './ConfirmDialogBox')).ConfirmDialogBox,
  {
    Failed: ({ failure, onRetry, wanted }) =>
      wanted.open ? (
        <LayerFailed
          failure={failure}
          onRetry={onRetry}
          onClose={() => {
            wanted.onOpenChange(false);
          }}
        />
      ) : null,
  },
);

/**
 * Asks before something that cannot be taken back. Its code comes once the page that may ask is idle, so that no click
 * waits for it.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  usePreload(Box);
  const [asked, setAsked] = useState(props.open);
  if (props.open && !asked) setAsked(true);
  return asked ? <Box {...props} /> : null;
}
