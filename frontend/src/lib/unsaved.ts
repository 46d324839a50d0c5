/** Forms of this window that hold text nobody has saved. A page that holds some is not reloaded behind its back. */
const holders = new Set<symbol>();

/** Says that a form holds text; call what it answers when it no longer does. */
export function holdText(): () => void {
  const holder = Symbol('form');
  holders.add(holder);
  return () => {
    holders.delete(holder);
  };
}

/** Whether any form holds text now. */
export function isTextHeld(): boolean {
  return holders.size > 0;
}
