/** The release date of a document, as typed in UTC (`YYYY-MM-DD HH:MM`) and as sent (RFC 3339). */

import { isDay } from './dates';

/** Returns the typed time as RFC 3339; `null` if the field is empty or not a time. */
export function releaseOf(typed: string): string | null {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)[ T]+(\d\d:\d\d(?::\d\d)?)$/.exec(typed.trim()) ?? [];
  const at = day !== undefined && isDay(day) ? Date.parse(`${day}T${time ?? ''}Z`) : Number.NaN;
  return Number.isFinite(at) ? new Date(at).toISOString() : null;
}

/** Returns the text of the field for a time; empty for none. */
export function typedRelease(at: string | null): string {
  const time = at === null ? Number.NaN : Date.parse(at);
  return Number.isFinite(time) ? new Date(time).toISOString().slice(0, 16).replace('T', ' ') : '';
}

export const notATime = 'Use the form YYYY-MM-DD HH:MM, or leave the field empty';

/** Returns what is wrong with a typed release date, or `undefined`. `now` is in milliseconds since the epoch. */
export function releaseProblem(typed: string, now: number): string | undefined {
  if (typed.trim() === '') return undefined;
  const at = releaseOf(typed);
  if (at === null) return notATime;
  return Date.parse(at) > now ? undefined : 'The release date must be in the future';
}

/** Returns a time in this browser's time zone, as `YYYY-MM-DD HH:MM` with the name of the zone. */
export function localTime(at: string, zone?: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
    ...(zone !== undefined && { timeZone: zone }),
  }).formatToParts(new Date(at));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')} ${part('timeZoneName')}`;
}

/** Returns a release date that is in the future, otherwise `null`. `now` is in milliseconds since the epoch. */
export function upcomingRelease(at: string | null, now: number): string | null {
  return at !== null && Date.parse(at) > now ? at : null;
}

/** Returns the sentence that says when a document is released, in UTC. */
export function releaseTime(at: string): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/**
 * Returns the sentence that says when a document is released, in UTC and, if it differs, in this browser's time zone.
 */
export function releaseWords(at: string, zone?: string): string {
  const here = localTime(at, zone);
  return here === releaseTime(at) ? here : `${releaseTime(at)}, ${here}`;
}
