const handedOver = 'facility.activity';

/** What the page left behind that reloaded itself into this one. */
function takeOver(): number | null {
  try {
    const kept = Number(sessionStorage.getItem(handedOver) ?? Number.NaN);
    sessionStorage.removeItem(handedOver);
    return kept > 0 ? kept : null;
  } catch {
    return null;
  }
}

/**
 * When the server last saw this operator do something. The session ends a fixed time after that, so this is what the
 * countdown and the warning count from. Background calls do not move it.
 */
let last = takeOver() ?? Date.now();

export function noteActivity(now: number = Date.now()): void {
  last = now;
}

/** Milliseconds since the epoch. */
export function lastActivity(): number {
  return last;
}

/** Seconds until an idle session ends; `timeoutMinutes` is the operator's own setting. */
export function secondsLeft(timeoutMinutes: number, now: number = Date.now()): number {
  return Math.max(0, Math.round((last + timeoutMinutes * 60_000 - now) / 1000));
}

/** Before the page reloads itself: nobody did anything, so the countdown of the next page goes on from here. */
export function handOverActivity(): void {
  try {
    sessionStorage.setItem(handedOver, String(last));
  } catch {
    // Then the countdown is a little late; the server's own is not.
  }
}
