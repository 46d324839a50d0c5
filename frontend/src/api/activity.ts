/**
 * When the server last saw this operator do something. The session ends a fixed time after that, so this is what the
 * countdown and the warning count from. Background calls do not move it.
 */
let last = Date.now();

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
