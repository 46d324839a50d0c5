/** Attributes that determine whether an element is visible in a page without style sheets. */
const deciding = ['type', 'hidden', 'open', 'style'];

/**
 * Elements with the same key have the same style. Attributes of ancestors are included because of inherited properties
 * such as visibility.
 */
function keyOf(element: Element): string {
  let key = element.localName;
  for (const name of deciding) key += `|${element.getAttribute(name) ?? '-'}`;
  for (let above = element.parentElement; above !== null; above = above.parentElement) {
    const style = above.getAttribute('style');
    if (style !== null) key += `|${style}`;
  }
  return key;
}

/**
 * Caches computed styles by key. jsdom compares each rule with each queried element, and a test that finds roles,
 * clicks or checks accessibility queries every element of the page.
 */
export function shareComputedStyles(): void {
  const known = new Map<string, CSSStyleDeclaration>();
  const compute = window.getComputedStyle.bind(window);
  window.getComputedStyle = (element, pseudo) => {
    const key = `${keyOf(element)}|${pseudo ?? ''}`;
    const style = known.get(key) ?? compute(element, pseudo);
    known.set(key, style);
    return style;
  };
}
