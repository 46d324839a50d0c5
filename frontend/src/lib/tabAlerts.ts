/** State of the alert panel in this tab, for the current user until the tab is closed. */
export interface TabAlerts {
  readonly open: boolean;
  /** Alerts that the emergency account has read and cleared: the server does not store them for this account. */
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

/** Stores the state over a reload. */
export function writeTabAlerts(person: string, kept: TabAlerts): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...kept, person }));
  } catch {
    // Storage is blocked: the panel is closed after a reload.
  }
}

/** Forgets the state, so that the next emergency session starts with nothing read. */
export function clearTabAlerts(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage is blocked: nothing was stored.
  }
}
