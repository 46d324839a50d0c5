/** Style properties of a text area that determine its line breaks. */
const copied = [
  'boxSizing',
  'width',
  'padding',
  'border',
  'font',
  'letterSpacing',
  'lineHeight',
  'tabSize',
  'wordBreak',
] as const;

/** Distance from the top of a text area to the bottom of the caret's line, in pixels. */
export function caretBottom(area: HTMLTextAreaElement): number {
  const style = getComputedStyle(area);
  const mirror = document.createElement('div');
  for (const property of copied) mirror.style[property] = style[property];
  Object.assign(mirror.style, {
    position: 'absolute',
    visibility: 'hidden',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
  });
  mirror.textContent = area.value.slice(0, area.selectionStart);
  const caret = document.createElement('span');
  caret.textContent = '|';
  mirror.append(caret);
  document.body.append(mirror);
  const bottom = caret.offsetTop + caret.offsetHeight - area.scrollTop;
  mirror.remove();
  return Math.max(0, Math.min(bottom, area.offsetHeight));
}
