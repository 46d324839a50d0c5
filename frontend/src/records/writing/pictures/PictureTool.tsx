import { tip } from '@/components/tips';
import { BarButton } from '../../editor/BarButton';
import { usePictureChoice, type PictureButtonProps } from './usePictureChoice';
import { uploadLocked } from '../uploadLocked';

/** Chooses pictures, in the bar of tools of a text. */
export function PictureTool({ pictures }: PictureButtonProps) {
  const { open, chooser } = usePictureChoice({ pictures });
  return (
    <>
      <BarButton
        label="Picture"
        icon="M1.5 2.5h13v11h-13zM1.5 11l4-4 3.5 3.5 2-2 3.5 3.5M10.5 5.5h.5"
        aria-disabled={pictures.isLocked || undefined}
        onClick={pictures.isLocked ? undefined : open}
        {...(pictures.isLocked && tip(uploadLocked))}
      />
      {chooser}
    </>
  );
}
