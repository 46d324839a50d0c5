/** Times relative to now, for screens where recency matters. */

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** `now`, `5 min ago`, `4 h ago`, `yesterday`, `3 days ago`; from 30 days on `YYYY-MM-DD`. UNKNOWN without a time. */
export function formatAgo(value: string | null | undefined, now: number = Date.now()): string {
  const at = value ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(at)) return 'UNKNOWN';
  const past = Math.max(0, now - at);
  if (past < minute) return 'now';
  if (past < hour) return `${Math.floor(past / minute)} min ago`;
  if (past < day) return `${Math.floor(past / hour)} h ago`;
  const days = Math.floor(past / day);
  if (days >= 30) return new Date(at).toISOString().slice(0, 10);
  return days === 1 ? 'yesterday' : `${days} days ago`;
}

/** `in 40 min`, `in 5 h`, `in 2 days`; `now` for a time that has come. UNKNOWN without a time. */
export function formatUntil(value: string | null | undefined, now: number = Date.now()): string {
  const at = value ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(at)) return 'UNKNOWN';
  const left = at - now;
  if (left <= 0) return 'now';
  if (left < hour) return `in ${Math.max(1, Math.floor(left / minute))} min`;
  if (left < 2 * day) return `in ${Math.floor(left / hour)} h`;
  return `in ${Math.floor(left / day)} days`;
}

/** Whether less than a day is left until a time. */
export function isWithinADay(value: string | null | undefined, now: number = Date.now()): boolean {
  return value ? Date.parse(value) - now < day : false;
}
