import { createContext } from 'react';
import type { TextFile } from '@/lib/pictures';

/** An upload that has a placeholder in the text. */
interface PendingPicture {
  /** The address of the placeholder. */
  readonly source: string;
  readonly name: string;
  /** From 0 to 1; `null` if it has failed. */
  readonly progress: number | null;
}

interface WrittenPictures {
  readonly pending: readonly PendingPicture[];
  /** The files that were placed in the text since it was read. */
  readonly files: readonly TextFile[];
}

/** The uploads of a text that is being written. */
export const PicturesBeingWritten = createContext<WrittenPictures>({ pending: [], files: [] });

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
