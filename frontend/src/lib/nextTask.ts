/**
 * Resolves in the next task of the main thread. The browser paints and handles keys between tasks, so long work that is
 * split here does not block them.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
