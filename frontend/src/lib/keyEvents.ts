/** Whether a dialog is on screen: it keeps the keyboard until it is answered. */
export function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
}

/** Whether a key press belongs to something else: a field, a dialog, an input method, a browser shortcut. */
export function isKeyTaken(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : null;
  return (
    event.defaultPrevented ||
    event.isComposing ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    (target?.closest(
      'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable="true"]',
    ) ?? null) !== null ||
    isDialogOpen()
  );
}
