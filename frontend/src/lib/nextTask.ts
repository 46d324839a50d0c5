/**
 * Resolves in the next task of the page's thread. Between two tasks the browser paints and hears keys: long work that
 * is cut here holds neither up.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
