import { useState } from 'react';
import { lazyPart, usePreload } from '@/components/lazyPart';
import { LayerFailed } from '@/components/PartFailed';
import type { ArchiveDialogProps } from './ArchiveDialog';

const Dialog = lazyPart<ArchiveDialogProps>(
  async () => (await import(/* webpackChunkName: "archive-dialog" */ './ArchiveDialog')).ArchiveDialog,
  {
    Failed: ({ failure, onRetry, wanted }) =>
      wanted.document === null ? null : (
        <LayerFailed failure={failure} onRetry={onRetry} onClose={wanted.onClose} />
      ),
  },
);

/** Archives a document or requests it. Its code comes once the page that may ask is idle, so that no click waits for it. */
export function ArchiveDocument(props: ArchiveDialogProps) {
  usePreload(Dialog);
  const [asked, setAsked] = useState(props.document !== null);
  if (props.document !== null && !asked) setAsked(true);
  return asked ? <Dialog {...props} /> : null;
}
