/** The shortest wait before later parts are loaded, in milliseconds, so that they do not delay the first screen. */
const soonest = 1000;

/** The longest further wait, on a page that is never idle, in milliseconds. */
const latest = 3000;

/** Runs work when the browser is idle. Returns a function that cancels it. */
export function whenIdle(work: () => void): () => void {
  let handle: number | undefined;
  const timer = setTimeout(() => {
    if (typeof window.requestIdleCallback === 'function')
      handle = window.requestIdleCallback(work, { timeout: latest });
    else work();
  }, soonest);
  return () => {
    clearTimeout(timer);
    if (handle !== undefined) window.cancelIdleCallback(handle);
  };
}
