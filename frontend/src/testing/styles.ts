/** What of an element decides on whether it is shown, as far as a page without style sheets can say. */
const deciding = ['type', 'hidden', 'open', 'style'];

/**
 * Elements with one key have one style. Of its ancestors an element inherits what their attributes set, such as
 * visibility.
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
 * Answers the style of an element from the first one like it. jsdom compares each rule of its style sheet with each
 * element that is asked about, and a test that looks for a role, clicks or judges accessibility asks about every
 * element of the page.
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
