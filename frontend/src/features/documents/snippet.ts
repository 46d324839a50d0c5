import type { TextPart } from '@/components/Marked';

const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };

function plain(text: string): string {
  // In one pass, so that what was typed as `&amp;lt;` does not become a sign.
  return text.replace(/&(?:lt|gt|amp);/g, (entity) => entities[entity] ?? entity);
}

/**
 * The runs of a search result's text: `&`, `<` and `>` arrive written as in HTML and `<mark>` stands around each match.
 * Nothing else is markup, so nothing else is treated as such.
 */
export function parseSnippet(snippet: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  for (const [index, piece] of snippet.split(/<mark>(.*?)<\/mark>/s).entries()) {
    const text = plain(piece).replace(/\s+/g, ' ');
    if (text !== '') parts.push({ text, match: index % 2 === 1 });
  }
  return parts;
}
