import type { AnalyticsPoint, SecurityAnalytics } from '@/api/types';
import type { Tone } from '@/components/Text';
import { formatBytes, formatCount } from '@/lib/text';
import type { PlotSeries } from './plotSeries';

/** Polling interval while the page is visible, in milliseconds. */
export const analyticsPolling = 30_000;

/** The rates that the score is computed from, in percent of all sign-ins. */
export interface Score {
  readonly success: number;
  readonly suspicious: number;
  readonly value: number;
  readonly word: 'NOMINAL' | 'ELEVATED' | 'CRITICAL';
  readonly tone: Tone;
}

/** The share of successful sign-ins minus the share of suspicious ones; 100 without any sign-in. */
export function scoreOf(figures: SecurityAnalytics): Score {
  const { totalLoginAttempts: total, successfulLogins, suspiciousActivities } = figures;
  const success = total === 0 ? 100 : (successfulLogins / total) * 100;
  const suspicious = total === 0 ? 0 : (suspiciousActivities / total) * 100;
  const value = Math.round(Math.min(100, Math.max(0, success - suspicious)));
  if (value >= 80) return { success, suspicious, value, word: 'NOMINAL', tone: 'ok' };
  if (value >= 60) return { success, suspicious, value, word: 'ELEVATED', tone: 'warn' };
  return { success, suspicious, value, word: 'CRITICAL', tone: 'danger' };
}

/** `49:05:09` in its two largest units: `2d` and `1 HOUR`; only seconds under a minute. */
export function uptimeOf(text: string): readonly [large: string, small: string] {
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number);
  const of = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 'S'}`;
  if (hours >= 24) return [`${Math.floor(hours / 24)}d`, of(hours % 24, 'HOUR')];
  if (hours > 0) return [`${hours}h`, of(minutes, 'MINUTE')];
  return [`${minutes}m`, of(seconds, 'SECOND')];
}

type Member = Exclude<keyof AnalyticsPoint, 'time'>;

/** A series of the page: the request and how it is shown. */
export interface SeriesShown {
  /** Name of the metric in the API. */
  readonly metric: string;
  readonly title: string;
  readonly interval: 'hour' | 'day';
  readonly kind: 'lines' | 'bars';
  readonly parts: readonly (Omit<PlotSeries, 'values'> & { readonly member: Member })[];
  readonly format: (value: number) => string;
  /** Counts, which can be summed, unlike samples. */
  readonly isCounted: boolean;
  /** Text shown if there is no data. */
  readonly nothing: string;
}

export const signIns: SeriesShown = {
  metric: 'sign-ins',
  title: 'Sign-ins by hour',
  interval: 'hour',
  kind: 'lines',
  parts: [
    { member: 'granted', name: 'granted', tone: 'text', look: 'solid' },
    { member: 'failed', name: 'refused', tone: 'danger', look: 'dashed' },
  ],
  format: formatCount,
  isCounted: true,
  nothing: 'NO SIGN-INS IN THE LAST 24 HOURS',
};

export const submissions: SeriesShown = {
  metric: 'submissions',
  title: 'Submissions by day',
  interval: 'day',
  kind: 'bars',
  parts: [
    { member: 'created', name: 'submitted', tone: 'text', look: 'filled' },
    { member: 'approved', name: 'approved', tone: 'bright', look: 'outlined' },
    { member: 'rejected', name: 'rejected', tone: 'danger', look: 'broken' },
  ],
  format: formatCount,
  isCounted: true,
  nothing: 'NO SUBMISSIONS IN THE LAST 7 DAYS',
};

export const reads: SeriesShown = {
  metric: 'reads',
  title: 'Reads by day',
  interval: 'day',
  kind: 'bars',
  parts: [
    { member: 'viewed', name: 'viewed', tone: 'text', look: 'filled' },
    { member: 'downloaded', name: 'downloaded', tone: 'bright', look: 'outlined' },
  ],
  format: formatCount,
  isCounted: true,
  nothing: 'NO RECORDS READ IN THE LAST 7 DAYS',
};

/** The metrics of the server's resources, by their names in the API. */
export const systemMetrics = [
  { value: 'active_sessions', label: 'Active sessions' },
  { value: 'pending_submissions', label: 'Pending submissions' },
  { value: 'documents', label: 'Documents' },
  { value: 'storage_used', label: 'Storage used' },
  { value: 'memory_used', label: 'Memory used' },
] as const;

export type SystemMetric = (typeof systemMetrics)[number]['value'];

/** The series of a system metric: the average of its samples in each hour. */
export function systemSeries(metric: SystemMetric): SeriesShown {
  const name = systemMetrics.find(({ value }) => value === metric)?.label.toLowerCase() ?? metric;
  return {
    metric,
    title: 'System by hour',
    interval: 'hour',
    kind: 'lines',
    parts: [{ member: 'value', name, tone: 'text', look: 'solid' }],
    format: metric.endsWith('_used') ? formatBytes : formatCount,
    isCounted: false,
    nothing: 'NO SAMPLES IN THE LAST 24 HOURS',
  };
}

/** The series of a plot. A missing count is zero; a missing sample stays missing. */
export function seriesOf(
  { parts, isCounted }: SeriesShown,
  points: readonly AnalyticsPoint[],
): readonly PlotSeries[] {
  return parts.map(({ member, ...part }) => ({
    ...part,
    values: points.map((point) => point[member] ?? (isCounted ? 0 : null)),
  }));
}

export function isNothing({ isCounted }: SeriesShown, series: readonly PlotSeries[]): boolean {
  return series.every(({ values }) => values.every((value) => value === null || (isCounted && value === 0)));
}

/** A series in one sentence, for screen readers. */
export function sentenceOf(
  { title, interval, isCounted, format }: SeriesShown,
  series: readonly PlotSeries[],
): string {
  const period = interval === 'hour' ? 'last 24 hours' : 'last 7 days';
  const parts = series.map(({ name, values }) => {
    const known = values.filter((value) => value !== null);
    const most = format(Math.max(0, ...known));
    if (!isCounted) return `${name} ${format(known.at(-1) ?? 0)} at last, at most ${most}`;
    return `${format(known.reduce((sum, value) => sum + value, 0))} ${name}, at most ${most} in one ${interval}`;
  });
  return `${title}, ${period}: ${parts.join('; ')}.`;
}

/** The full time of a point: `2026-11-21 14:00` or `2026-11-21`, UTC. */
export function fullLabelOf(interval: SeriesShown['interval'], time: string): string {
  return interval === 'hour' ? `${time.slice(0, 10)} ${time.slice(11, 16)}` : time.slice(0, 10);
}

/** The label of a point: `14:00` or `11-21`, UTC. */
export function labelOf(interval: SeriesShown['interval'], time: string): string {
  return interval === 'hour' ? time.slice(11, 16) : time.slice(5, 10);
}
