/** How browsers and extensions insert translated text: around the text node, or instead of it. */
export const translations = ['around', 'instead'] as const;

const font = () => document.createElementNS('http://www.w3.org/1999/xhtml', 'font');

/** Translates the page as browsers do: each text node is wrapped in other elements or replaced by them. */
export function translatePage(way: (typeof translations)[number]): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode() !== null) texts.push(walker.currentNode as Text);
  for (const text of texts.filter(({ data }) => data.trim() !== '')) {
    const outer = font();
    const inner = outer.appendChild(font());
    if (way === 'around') {
      text.before(outer);
      inner.append(text);
    } else {
      inner.append(text.data.toUpperCase());
      text.replaceWith(outer);
    }
  }
}
