import { lazyPart } from '@/components/lazyPart';
import { PartFailed } from '@/components/PartFailed';
import type { PictureRowListProps } from './PictureRowList';
import type { PictureUploads } from './usePictureUploads';

const List = lazyPart<PictureRowListProps>(
  async () => (await import(/* webpackChunkName: "picture-rows" */ './PictureRowList')).PictureRowList,
  { Failed: PartFailed },
);

interface PictureRowsProps {
  readonly pictures: PictureUploads;
  /** The text as it is now. */
  readonly text: string;
}

/** The uploads of pictures under a text. Their code is loaded with the first one. */
export function PictureRows({ pictures: { uploads, engine, isLocked, question }, text }: PictureRowsProps) {
  return (
    <>
      {engine !== null && uploads.length > 0 && (
        <List uploads={uploads} engine={engine} isLocked={isLocked} text={text} />
      )}
      {question}
    </>
  );
}
