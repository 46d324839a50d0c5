import {
  fullLabelOf,
  isNothing,
  labelOf,
  reads,
  scoreOf,
  sentenceOf,
  seriesOf,
  signIns,
  submissions,
  systemSeries,
  uptimeOf,
} from './analytics';

const figures = {
  totalLoginAttempts: 0,
  successfulLogins: 0,
  failedLoginAttempts: 0,
  suspiciousActivities: 0,
  twoFactorAttempts: 0,
  blockedIPs: 0,
  lastBreachAttempt: null,
};

test('the score is the success rate minus the suspicious rate, rounded', () => {
  const score = scoreOf({
    ...figures,
    totalLoginAttempts: 412,
    successfulLogins: 389,
    suspiciousActivities: 7,
  });
  expect(score.value).toBe(93);
  expect(score.success).toBeCloseTo(94.4, 1);
  expect(score.suspicious).toBeCloseTo(1.7, 1);
});

test('without a sign-in the score is 100, and it stays between 0 and 100', () => {
  expect(scoreOf(figures)).toMatchObject({ success: 100, suspicious: 0, value: 100, word: 'NOMINAL' });
  const bad = scoreOf({ ...figures, totalLoginAttempts: 10, suspiciousActivities: 9 });
  expect(bad).toMatchObject({ value: 0, word: 'CRITICAL', tone: 'danger' });
});

test.each([
  [100, 'NOMINAL', 'ok'],
  [80, 'NOMINAL', 'ok'],
  [79, 'ELEVATED', 'warn'],
  [60, 'ELEVATED', 'warn'],
  [59, 'CRITICAL', 'danger'],
])('a score of %i is %s', (value, word, tone) => {
  const of = scoreOf({ ...figures, totalLoginAttempts: 100, successfulLogins: value });
  expect(of).toMatchObject({ value, word, tone });
});

test('the uptime is shown in its two largest units', () => {
  expect(uptimeOf('49:05:09')).toEqual(['2d', '1 HOUR']);
  expect(uptimeOf('991:00:00')).toEqual(['41d', '7 HOURS']);
  expect(uptimeOf('03:01:00')).toEqual(['3h', '1 MINUTE']);
  expect(uptimeOf('00:00:59')).toEqual(['0m', '59 SECONDS']);
});

test('a value that a point lacks is zero for a count and missing for a sample', () => {
  const points = [
    { time: '2026-03-13T14:00:00.000Z', granted: 1200, failed: 2 },
    { time: '2026-03-13T15:00:00.000Z', granted: 34 },
  ];
  const counted = seriesOf(signIns, points);
  expect(counted.map(({ values }) => values)).toEqual([
    [1200, 34],
    [2, 0],
  ]);
  expect(sentenceOf(signIns, counted)).toBe(
    'Sign-ins by hour, last 24 hours: 1,234 granted, at most 1,200 in one hour; 2 refused, at most 2 in one hour.',
  );
  const memory = systemSeries('memory_used');
  const sampled = seriesOf(memory, [
    { time: '2026-03-13T14:00:00.000Z', value: 3 * 1024 * 1024 },
    { time: '2026-03-13T15:00:00.000Z', value: 1024 * 1024 },
    { time: '2026-03-13T16:00:00.000Z' },
  ]);
  expect(sampled.map(({ values }) => values)).toEqual([[3 * 1024 * 1024, 1024 * 1024, null]]);
  expect(sentenceOf(memory, sampled)).toBe(
    'System by hour, last 24 hours: memory used 1.0 MB at last, at most 3.0 MB.',
  );
});

test('no data is only zeros for counts, and no samples otherwise', () => {
  const time = '2026-03-13T14:00:00.000Z';
  expect(isNothing(reads, seriesOf(reads, [{ time, viewed: 0, downloaded: 0 }]))).toBe(true);
  expect(isNothing(reads, seriesOf(reads, [{ time, viewed: 0, downloaded: 1 }]))).toBe(false);
  const sessions = systemSeries('active_sessions');
  expect(isNothing(sessions, seriesOf(sessions, [{ time }]))).toBe(true);
  expect(isNothing(sessions, seriesOf(sessions, [{ time, value: 0 }]))).toBe(false);
});

test.each([signIns, submissions, reads])(
  'the series of $title are distinguishable without color',
  ({ parts }) => {
    expect(new Set(parts.map(({ look }) => look)).size).toBe(parts.length);
  },
);

test('labels are hours or days', () => {
  expect(labelOf('hour', '2026-03-13T14:00:00.000Z')).toBe('14:00');
  expect(labelOf('day', '2026-03-13T00:00:00.000Z')).toBe('03-13');
  expect(fullLabelOf('hour', '2026-03-13T14:00:00.000Z')).toBe('2026-03-13 14:00');
  expect(fullLabelOf('day', '2026-03-13T00:00:00.000Z')).toBe('2026-03-13');
});
