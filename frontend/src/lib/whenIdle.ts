/** The latest after which it is done even on a busy page, in milliseconds. */
const latest = 4000;

/** Does something once the page has nothing better to do; call what it answers to leave it. */
export function whenIdle(work: () => void): () => void {
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(work, latest);
    return () => {
      clearTimeout(timer);
    };
  }
  const handle = window.requestIdleCallback(work, { timeout: latest });
  return () => {
    window.cancelIdleCallback(handle);
  };
}
