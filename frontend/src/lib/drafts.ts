/**
 * Texts of forms that this window stores by name. They survive a reload, a change of tab or screen, the end of the
 * session and a lockdown. Each belongs to one user, so the next user of this window never sees it. If storage fails
 * (blocked or full), only the form holds the text.
 *
 * Writing is synchronous and slow for a long text. It is delayed until typing pauses, for at most one second, or until
 * the page is left.
 */

function keyOf(person: string, name: string): string {
  return `facility.draft.${person}.${name}`;
}

/** Pause in typing before a change is written, in milliseconds. */
export const writePause = 300;

/**
 * Longest delay of a write while typing does not pause, in milliseconds. It limits what a crash of the tab can lose.
 */
export const longestWait = 1000;

/** Values that are not in storage yet, by storage key. */
const pendingValues = new Map<string, unknown>();
let pause: ReturnType<typeof setTimeout> | undefined;
let latest: ReturnType<typeof setTimeout> | undefined;

export function writeDrafts(): void {
  clearTimeout(pause);
  clearTimeout(latest);
  latest = undefined;
  for (const [key, value] of pendingValues)
    try {
      if (value === null) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, JSON.stringify(value));
    } catch {
      // The form still holds the text.
    }
  pendingValues.clear();
}

/** Returns a stored draft; `null` if there is none or it cannot be read. */
export function readDraft(person: string, name: string): unknown {
  const key = keyOf(person, name);
  if (pendingValues.has(key)) return pendingValues.get(key);
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Stores a value in place of the previous one; `null` removes it. */
export function keepDraft(person: string, name: string, value: unknown): void {
  pendingValues.set(keyOf(person, name), value);
  clearTimeout(pause);
  if (value === null) writeDrafts();
  else {
    // Timers may not run after the page is hidden or left. Adding the same listener twice has no effect.
    window.addEventListener('pagehide', writeDrafts);
    pause = setTimeout(writeDrafts, writePause);
    latest ??= setTimeout(writeDrafts, longestWait);
  }
}
