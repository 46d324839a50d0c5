/**
 * Whether a request was caused by the user or by a timer. Only the user's requests keep a session alive: polls,
 * refreshes after news and checks of the clock are sent with `X-Background: 1` and do not.
 */

let depth = 0;

/** Runs an action of the user. Every request that starts before `work` returns counts as the user's. */
export function byPerson<Result>(work: () => Result): Result {
  depth += 1;
  try {
    return work();
  } finally {
    depth -= 1;
  }
}

/** Whether the running code was started by the user. */
export function isUserAction(): boolean {
  return depth > 0;
}

/** How long a user counts as present after the last key, click, touch or wheel event, in milliseconds. */
export const presenceTimeout = 60_000;

/** Loading a page counts as a gesture unless the page is hidden. */
let lastGesture = document.visibilityState === 'hidden' ? Number.NEGATIVE_INFINITY : Date.now();

let gestures = 0;

export function noteGesture(now: number = Date.now()): void {
  lastGesture = now;
  gestures += 1;
}

/** Number of gestures so far; an unchanged number means that the user did nothing in between. */
export function countGestures(): number {
  return gestures;
}

/** Whether this window was used within `presenceTimeout`. */
export function isUserPresent(now: number = Date.now()): boolean {
  return now - lastGesture < presenceTimeout;
}

const watched = ['pointerdown', 'wheel', 'touchstart'] as const;

/** Counts every gesture in this window except keys, which the keyboard counts. Returns a function that stops it. */
export function watchGestures(): () => void {
  const note = () => noteGesture();
  const options = { capture: true, passive: true };
  for (const name of watched) window.addEventListener(name, note, options);
  return () => {
    for (const name of watched) window.removeEventListener(name, note, options);
  };
}
