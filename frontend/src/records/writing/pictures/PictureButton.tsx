import { useRef } from 'react';
import { Button } from '@/components/Button';
import { pictureLimits } from '@/lib/uploads';
import { BarButton } from '../../editor/BarButton';
import { uploadLocked, type PictureUploads } from './usePictureUploads';

interface PictureButtonProps {
  readonly pictures: PictureUploads;
}

/** The hidden input that chooses pictures, and what opens it. */
function useChoice({ pictures }: PictureButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return {
    open: () => input.current?.click(),
    chooser: (
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label="Choose pictures"
        accept={pictureLimits.types.join(',')}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // Choosing the same file again has to be a change.
          target.value = '';
          void pictures.take(files);
        }}
      />
    ),
  };
}

/** Chooses pictures for a text that has no bar of tools, or only a short one. */
export function PictureButton({ pictures }: PictureButtonProps) {
  const { open, chooser } = useChoice({ pictures });
  return (
    <>
      <Button size="sm" why={pictures.isLocked ? uploadLocked : null} onClick={open}>
        Picture
      </Button>
      {chooser}
    </>
  );
}

/** Chooses pictures, in the bar of tools of a text. */
export function PictureTool({ pictures }: PictureButtonProps) {
  const { open, chooser } = useChoice({ pictures });
  return (
    <>
      <BarButton
        label="Picture"
        icon="M1.5 2.5h13v11h-13zM1.5 11l4-4 3.5 3.5 2-2 3.5 3.5M10.5 5.5h.5"
        disabled={pictures.isLocked}
        onClick={open}
      />
      {chooser}
    </>
  );
}
