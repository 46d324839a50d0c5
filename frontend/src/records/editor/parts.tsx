import type { KeyboardEvent } from 'react';
import { lazyPart } from '@/components/lazyPart';
import { PartFailed } from '@/components/PartFailed';
import { BarSpace } from './BarSpace.style';
import type * as TextKeys from './textKeys';

/** The tools of a text, which are loaded after it. */

export const EditorBar = lazyPart(
  async () => (await import(/* webpackChunkName: "editor" */ './EditorBar')).EditorBar,
  // If it cannot be loaded, the text can still be edited.
  { waiting: <BarSpace />, Failed: () => null },
);

export const BarButton = lazyPart(
  async () => (await import(/* webpackChunkName: "editor" */ './BarButton')).BarButton,
  { Failed: () => null },
);

export const Gap = lazyPart(
  async () => (await import(/* webpackChunkName: "editor" */ './EditorBar.style')).Gap,
  {
    Failed: () => null,
  },
);

export const PictureTool = lazyPart(
  async () => (await import(/* webpackChunkName: "editor" */ '../writing/pictures/PictureTool')).PictureTool,
  { Failed: () => null },
);

export const MarkdownHelp = lazyPart(
  async () => (await import(/* webpackChunkName: "editor" */ './MarkdownHelp')).MarkdownHelp,
  { Failed: PartFailed },
);

let keys: typeof TextKeys | undefined;

/** Loads the keys of texts. Never rejects; without them, keys have their usual effect. */
export async function loadTextKeys(): Promise<void> {
  try {
    keys ??= await import(/* webpackChunkName: "editor" */ './textKeys');
  } catch {
    // The next text tries again.
  }
}

/** Handles the keys of a Markdown text if their code is loaded. Returns whether it handled the key. */
export function handleTextKey(event: KeyboardEvent<HTMLTextAreaElement>, toRecords: boolean): boolean {
  return keys?.handleTextKey(event, toRecords) ?? false;
}
