import { createContext } from 'react';
import type { TextFile } from '@/lib/pictures';

interface Pictures {
  readonly files: readonly TextFile[];
  /** Files that the list lacks are requested too: the text is still being written. */
  readonly isOpenEnded: boolean;
  /** The widest that pictures are shown, in pixels. */
  readonly mostWidth: number;
  /** Shows a picture of the text in full size; `null` where that is not offered. */
  readonly open: ((picture: HTMLElement) => void) | null;
}

/** Widest a text can be, in pixels: 76 characters. */
export const widestText = 730;

/** The widest that pictures are shown beside a text that is written, and in comparisons, in pixels. */
export const widestPreview = 240;

/** The pictures of the surrounding text. */
export const PicturesOfText = createContext<Pictures>({
  files: [],
  isOpenEnded: false,
  mostWidth: widestText,
  open: null,
});
