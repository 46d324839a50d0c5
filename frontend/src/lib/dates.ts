/** Times as the terminal shows them, all in UTC so that all operators read the same log. */

function parse(value: string | null | undefined): Date | null {
  if (!value) return null;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** `YYYY-MM-DD`, or UNKNOWN. */
export function formatDate(value: string | null | undefined): string {
  return parse(value)?.toISOString().slice(0, 10) ?? 'UNKNOWN';
}

/** `HH:MM:SS`, or UNKNOWN. */
export function formatTime(value: string | null | undefined): string {
  return parse(value)?.toISOString().slice(11, 19) ?? 'UNKNOWN';
}

/** `YYYY-MM-DD HH:MM:SS`, or UNKNOWN. */
export function formatDateTime(value: string | null | undefined): string {
  const date = parse(value);
  return date ? `${formatDate(value)} ${formatTime(value)}` : 'UNKNOWN';
}

/** `YYYY-MM-DD HH:MM UTC`, or UNKNOWN: for a time that is shown without a column or label that names the zone. */
export function formatMoment(value: string | null | undefined): string {
  return parse(value) ? `${formatDateTime(value).slice(0, 16)} UTC` : 'UNKNOWN';
}

/** A duration in seconds as `MM:SS`, or `H:MM:SS` from one hour. Negative values count as zero. */
export function formatCountdown(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const rest = `${two(Math.floor((whole % 3600) / 60))}:${two(whole % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

/** Whether a text is a valid date, written `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && formatDate(`${text}T00:00:00Z`) === text;
}

// `Intl` needs 15 ms to prepare names for each date format, which would delay the first screen.
const weekdays = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'] as const;
const months = [
  'JANUARY',
  'FEBRUARY',
  'MARCH',
  'APRIL',
  'MAY',
  'JUNE',
  'JULY',
  'AUGUST',
  'SEPTEMBER',
  'OCTOBER',
  'NOVEMBER',
  'DECEMBER',
] as const;

/** `2026-11-21 SATURDAY`, or UNKNOWN. */
export function formatDay(value: string | null | undefined): string {
  const date = parse(value);
  return date === null ? 'UNKNOWN' : `${formatDate(value)} ${weekdays[date.getUTCDay()] ?? ''}`;
}

/** `NOVEMBER 2026`, or UNKNOWN. */
export function formatMonth(value: string | null | undefined): string {
  const date = parse(value);
  return date === null ? 'UNKNOWN' : `${months[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`;
}
