import { useRef } from 'react';
import { Button } from '@/components/Button';
import { pictureLimits } from '@/lib/uploads';
import { uploadLocked, type PictureUploads } from './usePictureUploads';

/** Chooses pictures for a text. */
export function PictureButton({ pictures }: { readonly pictures: PictureUploads }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button size="sm" why={pictures.isLocked ? uploadLocked : null} onClick={() => input.current?.click()}>
        Picture
      </Button>
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
    </>
  );
}
