import { lazyDialog } from '@/components/dialog/Dialog';

export const ArchiveDocument = lazyDialog(
  async () => (await import(/* webpackChunkName: "archive-dialog" */ './ArchiveDialog')).ArchiveDialog,
);
