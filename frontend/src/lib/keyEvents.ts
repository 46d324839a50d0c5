/** Whether a plain key press belongs to something else: a field, a dialog, an input method, a browser shortcut. */
export function isKeyTaken(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : null;
  return (
    event.defaultPrevented ||
    event.isComposing ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    (target?.closest('input, textarea, select, [contenteditable="true"]') ?? null) !== null ||
    document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
  );
}
