/** What of the style of a text area decides where its lines break. */
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

/** How far below the top of a text area the line of its caret ends, in pixels. */
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
