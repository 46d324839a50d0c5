/**
 * The release date of a document: the value of a field of date and time in UTC, `YYYY-MM-DD HH:MM`, and the time on the
 * wire.
 */

import { isDay } from './dates';

/** Returns the time that a field says, RFC 3339; `null` if it is empty or says none. */
export function releaseOf(typed: string): string | null {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)[ T]+(\d\d:\d\d(?::\d\d)?)$/.exec(typed.trim()) ?? [];
  const at = day !== undefined && isDay(day) ? Date.parse(`${day}T${time ?? ''}Z`) : Number.NaN;
  return Number.isFinite(at) ? new Date(at).toISOString() : null;
}

/** Returns what a field shows of a time; empty for none. */
export function typedRelease(at: string | null): string {
  const time = at === null ? Number.NaN : Date.parse(at);
  return Number.isFinite(time) ? new Date(time).toISOString().slice(0, 16).replace('T', ' ') : '';
}

export const notATime = 'Use the form YYYY-MM-DD HH:MM, or leave the field empty';

/**
 * Returns what is wrong with a typed release date at this time, in milliseconds since the epoch; `undefined` for
 * nothing.
 */
export function releaseProblem(typed: string, now: number): string | undefined {
  if (typed.trim() === '') return undefined;
  const at = releaseOf(typed);
  if (at === null) return notATime;
  return Date.parse(at) > now ? undefined : 'The release date must be in the future';
}

/** Returns a time in the zone of this browser, as `YYYY-MM-DD HH:MM` with the zone's name. */
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

/** Returns a release date that is still to come at this time, in milliseconds since the epoch; `null` for any other. */
export function upcomingRelease(at: string | null, now: number): string | null {
  return at !== null && Date.parse(at) > now ? at : null;
}

/** Says when a document is released, in UTC. */
export function releaseTime(at: string): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Says when a document is released, in UTC and, where that is another time, in the zone of this browser. */
export function releaseWords(at: string, zone?: string): string {
  const here = localTime(at, zone);
  return here === releaseTime(at) ? here : `${releaseTime(at)}, ${here}`;
}
