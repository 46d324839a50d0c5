import { lazyDialog } from '@/components/lazyDialog';

/** Archives a document or requests it. */
export const ArchiveDocument = lazyDialog(
  async () => (await import(/* webpackChunkName: "archive-dialog" */ './ArchiveDialog')).ArchiveDialog,
);
