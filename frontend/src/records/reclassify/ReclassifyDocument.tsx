import { lazyDialog } from '@/components/lazyDialog';

/** Corrects the level and the category of a document. */
export const ReclassifyDocument = lazyDialog(
  async () =>
    (await import(/* webpackChunkName: "reclassify-dialog" */ './ReclassifyDialog')).ReclassifyDialog,
);
