/**
 * What this window keeps of forms, by names. It survives a reload, a change of tab or screen, the end of a session and
 * a lockdown. Each value belongs to one person, so that the next person at this window never sees it. If storage fails
 * (blocked, full), only the form holds it.
 *
 * Writing is synchronous, and a long text takes its time: it is put off until there is a pause in typing, but no longer
 * than a second, or until the page is left.
 */

function keyOf(person: string, name: string): string {
  return `facility.draft.${person}.${name}`;
}

/** The pause in typing after which what was typed is written, in milliseconds. */
export const writePause = 300;

/**
 * How long what was typed may wait for a pause, in milliseconds: somebody who types without one loses no more if the
 * tab crashes.
 */
export const longestWait = 1000;

/** What is not in storage yet, by its key. */
const unwritten = new Map<string, unknown>();
let pause: ReturnType<typeof setTimeout> | undefined;
let latest: ReturnType<typeof setTimeout> | undefined;

/** Writes now what waits for a pause. */
export function writeDrafts(): void {
  clearTimeout(pause);
  clearTimeout(latest);
  latest = undefined;
  for (const [key, value] of unwritten)
    try {
      if (value === null) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, JSON.stringify(value));
    } catch {
      // The form still holds the text.
    }
  unwritten.clear();
}

/** Returns a kept draft; `null` if there is none or it cannot be read. */
export function readDraft(person: string, name: string): unknown {
  const key = keyOf(person, name);
  if (unwritten.has(key)) return unwritten.get(key);
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Keeps a value instead of the one before; `null` removes it. */
export function keepDraft(person: string, name: string, value: unknown): void {
  unwritten.set(keyOf(person, name), value);
  clearTimeout(pause);
  if (value === null) writeDrafts();
  else {
    // A page that is left, reloaded or put away writes nothing later. Listening again changes nothing.
    window.addEventListener('pagehide', writeDrafts);
    pause = setTimeout(writeDrafts, writePause);
    latest ??= setTimeout(writeDrafts, longestWait);
  }
}
