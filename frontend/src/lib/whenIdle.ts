/**
 * What comes later must not get into the way of the screen that comes first: so long it waits at least, in
 * milliseconds.
 */
const soonest = 1000;

/** The latest after that on a page that is never idle, in milliseconds. */
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
