/** The controls that keys press, while they are on the page. */
const controls = new Map<Element, string>();

/** The ref of a control that a key presses, or moves to: the filter of a screen, a button of a row or of its list. */
export function pressedBy(key: string): (control: Element | null) => () => void {
  return (control) => {
    if (control) controls.set(control, key);
    return () => {
      if (control) controls.delete(control);
    };
  };
}

/** Whether a key presses the control. */
export function isPressedBy(key: string, control: Element | null): boolean {
  return control !== null && controls.get(control) === key;
}

/** The control that a key presses within a row, or anywhere. */
export function controlOf(key: string, place?: Element): HTMLElement | null {
  for (const [control, its] of controls)
    if (its === key && control instanceof HTMLElement && (place?.contains(control) ?? true)) return control;
  return null;
}
