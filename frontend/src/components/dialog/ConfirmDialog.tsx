import { useState } from 'react';
import { lazyPart, usePreload } from '../lazyPart';
import { DialogFailed } from '../PartFailed';
import type { ConfirmDialogProps } from './ConfirmDialogBox';
import { useKeyHold } from './Dialog';

const Box = lazyPart<ConfirmDialogProps>(
  async () => (await import(/* webpackChunkName: "layers" */ './ConfirmDialogBox')).ConfirmDialogBox,
  { Failed: DialogFailed },
);

/**
 * Asks before something that cannot be taken back. Its code comes once the page that may ask is idle, so that no click
 * waits for it.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  usePreload(Box);
  useKeyHold(props.open);
  const [asked, setAsked] = useState(props.open);
  if (props.open && !asked) setAsked(true);
  return asked ? <Box {...props} /> : null;
}
