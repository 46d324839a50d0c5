import { lazyDialog } from '@/components/dialog/Dialog';

export const ReclassifyDocument = lazyDialog(
  async () =>
    (await import(/* webpackChunkName: "reclassify-dialog" */ './ReclassifyDialog')).ReclassifyDialog,
);
