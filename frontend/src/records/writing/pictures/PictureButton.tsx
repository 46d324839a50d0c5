import { Button } from '@/components/Button';
import { usePictureChoice, type PictureButtonProps } from './usePictureChoice';
import { uploadLocked } from '../uploadLocked';

/** Chooses pictures for a text that has no bar of tools, or only a short one. */
export function PictureButton({ pictures }: PictureButtonProps) {
  const { open, chooser } = usePictureChoice({ pictures });
  return (
    <>
      <Button size="sm" why={pictures.isLocked ? uploadLocked : null} onClick={open}>
        Picture
      </Button>
      {chooser}
    </>
  );
}
