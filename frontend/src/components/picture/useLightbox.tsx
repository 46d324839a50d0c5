import { useCallback, useState, type ReactNode, type RefObject } from 'react';
import { Lightbox } from './Lightbox';
import type { OpenPicture } from './LightboxDialog';

interface Opened {
  readonly pictures: readonly OpenPicture[];
  readonly start: number;
}

/** Returns a function that shows a picture of a rendered text in full size, and the layer that shows it. */
export function useLightbox(
  box: RefObject<HTMLElement | null>,
): [open: (picture: HTMLElement) => void, layer: ReactNode] {
  const [opened, setOpened] = useState<Opened | null>(null);
  const open = useCallback(
    (picture: HTMLElement) => {
      // Some browsers do not focus a button that is clicked; the focus returns to it.
      picture.focus();
      const all = [...(box.current?.querySelectorAll<HTMLElement>('button[data-picture]') ?? [])];
      setOpened({
        pictures: all.map((one) => ({
          id: one.dataset.picture ?? '',
          description: one.querySelector('img')?.alt ?? '',
        })),
        start: all.indexOf(picture),
      });
    },
    [box],
  );
  return [open, opened === null ? null : <Lightbox {...opened} onClose={() => setOpened(null)} />];
}
