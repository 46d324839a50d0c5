import { lazyDialog } from '@/components/dialog/Dialog';

/** Archives a document, or requests archiving. */
export const ArchiveDocument = lazyDialog(
  async () => (await import(/* webpackChunkName: "archive-dialog" */ './ArchiveDialog')).ArchiveDialog,
);
