/** The tabs of the control panel, in order. */
export const tabs = [
  { value: 'review', label: 'Review submissions' },
  { value: 'documents', label: 'Document management' },
  { value: 'users', label: 'User management' },
  { value: 'audit', label: 'Audit' },
] as const;

export type PanelTab = (typeof tabs)[number]['value'];

/** How often lists that others change are asked for, in milliseconds. */
export const adminPolling = 60_000;

/** Accounts shown at first, and added by each press of the button below them. */
export const rowsAtOnce = 60;

/** The same for submissions, each of which brings a form. */
export const casesAtOnce = 20;

/** The tab an address asks for; the first one for anything unknown. */
export function tabOf(value: string | null): PanelTab {
  return tabs.find((tab) => tab.value === value)?.value ?? 'review';
}
