import { useRef } from 'react';
import { pictureLimits } from '@/lib/uploads';
import type { PictureUploads } from './usePictureUploads';

export interface PictureButtonProps {
  readonly pictures: PictureUploads;
}

/** The hidden input that chooses pictures, and what opens it. */
export function usePictureChoice({ pictures }: PictureButtonProps) {
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
