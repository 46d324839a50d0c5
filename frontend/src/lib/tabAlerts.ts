/** The state of the alert panel in this tab, for its current user and as long as the tab is open. */
export interface TabAlerts {
  readonly open: boolean;
  /** The alerts that emergency access has read and cleared: the server keeps no marks for it. */
  readonly read: readonly string[];
  readonly cleared: readonly string[];
}

const key = 'facility.alerts';

const nothing: TabAlerts = { open: false, read: [], cleared: [] };

export function readTabAlerts(person: string): TabAlerts {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as (TabAlerts & { person: string }) | null;
    return kept?.person === person ? kept : nothing;
  } catch {
    return nothing;
  }
}

/** Keeps it over a reload. */
export function writeTabAlerts(person: string, kept: TabAlerts): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...kept, person }));
  } catch {
    // Blocked: then a reload starts with the panel closed.
  }
}

/** Forgets it: the next emergency session has read nothing yet. */
export function dropTabAlerts(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Blocked: then nothing was kept.
  }
}
