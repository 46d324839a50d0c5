import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** Where the Markdown reader keeps its extensions. */
interface ReaderData {
  micromarkExtensions?: unknown[];
  fromMarkdownExtensions?: unknown[];
}

/**
 * Tables, struck out text, task lists, notes and bare addresses, as GitHub reads them. `remark-gfm` does the same and brings
 * along how to write them, which nobody does here.
 */
export function readGfm(this: { readonly data: () => object }): void {
  const data: ReaderData = this.data();
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), gfm()];
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), gfmFromMarkdown()];
}
