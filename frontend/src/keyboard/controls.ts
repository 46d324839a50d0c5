/** The mounted controls and the keys that activate them. */
const controls = new Map<Element, string>();

/**
 * A `ref` for a control that a key activates or focuses: the filter of a screen, or a button of a row or of its list.
 */
export function pressedBy(key: string): (control: Element | null) => () => void {
  return (control) => {
    if (control) controls.set(control, key);
    return () => {
      if (control) controls.delete(control);
    };
  };
}

export function isPressedBy(key: string, control: Element | null): boolean {
  return control !== null && controls.get(control) === key;
}

/** The control that a key activates, within a row or anywhere. */
export function controlOf(key: string, place?: Element): HTMLElement | null {
  for (const [control, its] of controls)
    if (its === key && control instanceof HTMLElement && (place?.contains(control) ?? true)) return control;
  return null;
}
