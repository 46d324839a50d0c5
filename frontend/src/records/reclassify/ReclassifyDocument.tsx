import { lazyDialog } from '@/components/lazyDialog';

export const ReclassifyDocument = lazyDialog(
  async () =>
    (await import(/* webpackChunkName: "reclassify-dialog" */ './ReclassifyDialog')).ReclassifyDialog,
);
