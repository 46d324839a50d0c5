import { lazyPart } from '@/components/lazyPart';
import { PartFailed } from '@/components/PartFailed';
import type { PictureRowsProps } from './PictureRowList';

const List = lazyPart<PictureRowsProps>(
  async () => (await import(/* webpackChunkName: "picture-rows" */ './PictureRowList')).PictureRowList,
  { Failed: PartFailed },
);

/** The uploads of pictures under a text. Their code is loaded with the first one. */
export function PictureRows({ pictures, text }: PictureRowsProps) {
  return (
    <>
      {pictures.uploads.length > 0 && <List pictures={pictures} text={text} />}
      {pictures.question}
    </>
  );
}
