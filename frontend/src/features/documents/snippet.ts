import type { TextPart } from '@/components/Marked';
import { plainText } from '@/lib/markdown';

const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };

function plain(text: string): string {
  // In one pass, so that what was typed as `&amp;lt;` does not become a sign.
  return text.replace(/&(?:lt|gt|amp);/g, (entity) => entities[entity] ?? entity);
}

/** Stand around a match while the marks of Markdown are removed: code points that no text may hold. */
const begins = '\uFFFE';
const ends = '\uFFFF';

/**
 * The runs of a search result's text, as plain words: `&`, `<` and `>` arrive written as in HTML and `<mark>` stands around
 * each match. No other tag is one; what looks like one is raw HTML in Markdown, which is never shown.
 */
export function parseSnippet(snippet: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  const held = plain(snippet.replace(/<mark>(.*?)<\/mark>/gs, `${begins}$1${ends}`));
  // A snippet begins and ends anywhere, also between two marks that belong together.
  const words = plainText(held).replace(/\*{2,3}/g, '');
  for (const [index, piece] of words.split(/\uFFFE([^\uFFFE\uFFFF]*)\uFFFF/).entries()) {
    const text = piece.replace(/\s+/g, ' ');
    if (text !== '') parts.push({ text, match: index % 2 === 1 });
  }
  return parts;
}
