import { createContext } from 'react';
import type { TextFile } from '@/lib/pictures';

interface Pictures {
  readonly files: readonly TextFile[];
  /** Files that the list lacks are requested too: the text is still being written. */
  readonly isOpenEnded: boolean;
  /** Shows a picture of the text in full size; `null` where that is not offered. */
  readonly open: ((picture: HTMLElement) => void) | null;
}

/** The pictures of the surrounding text. */
export const PicturesOfText = createContext<Pictures>({ files: [], isOpenEnded: false, open: null });
